import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { benchDatabases, hasFullCatalog } from "./support/databases";
import { timeRequest } from "./support/load";
import { startBuiltServer } from "./support/programs";
import { percentile } from "./support/percentiles";
import { ms, printTable } from "./support/tables";

const USER = { username: "bench", email: "bench@pages.test", password: "Lantern!7road" };
const PUBLIC_PAGES: Record<string, string> = {
  Home: "/",
  Browse: "/browse",
  "Browse, filtered": "/browse?genre_filter=action&year_filter=2020",
  Title: "/anime/52991/sousou-no-frieren",
  Watch: "/watch/1/1",
  Genre: "/genre/Drama",
  Studio: "/studio/Madhouse",
  Schedule: "/schedule",
  "Sign in": "/signin",
  "Sign up": "/signup",
};
const OWN_PAGES: Record<string, string> = {
  "Home, signed in": "/",
  "My list": "/list",
  History: "/history",
  Profile: "/profile",
  Settings: "/settings",
};
const CPU_THROTTLE = 4;
const WARM_UP = 5;
const REQUESTS = 60;
const LISTED = [
  1, 5, 6, 20, 21, 30, 43, 47, 164, 199, 431, 457, 523, 572, 1535, 1575, 2001, 2904, 5114, 9253,
  11061, 16498, 28851, 30276, 32281, 38000, 40748, 52991,
];

/** Page loads in Chromium with 4× CPU throttling, and server times, on the full catalog. */
export default async function pages(): Promise<void> {
  if (!hasFullCatalog()) return;
  const installed = findChromium();
  if (installed === null)
    return void process.stdout.write("Skipped: there is no Chromium; npm test brings one.\n");
  const databases = await benchDatabases();
  const { env } = await databases.open();
  const server = await startBuiltServer(env);
  const browser = await chromium.launch({
    executablePath: installed.executablePath,
    env: { ...(process.env as Record<string, string>), ...installed.env },
  });
  try {
    const cookie = await signIn(server.url);
    const all = [
      ...Object.entries(PUBLIC_PAGES).map(([name, path]) => ({ name, path, cookie: "" })),
      ...Object.entries(OWN_PAGES).map(([name, path]) => ({ name, path, cookie })),
    ];
    const rows: (string | number)[][] = [];
    for (const page of all) {
      // Any other cookie: rendered for each request.
      const times = await measureServerTimes(server.url + page.path, page.cookie || "other=1");
      const load = await measureLoad(browser, server.url, page);
      rows.push([
        page.name,
        kB(load.script),
        kB(load.style),
        load.requests,
        load.largestPaint.toFixed(0),
        load.layoutShift.toFixed(3),
        load.interactionMs.toFixed(0),
        ms(percentile(times, 50)),
        ms(percentile(times, 95)),
      ]);
    }
    process.stdout.write(
      `\nPages on the full catalog, processor slowed ${CPU_THROTTLE}×, empty cache; server times of ${REQUESTS} requests one after the other:\n\n`,
    );
    printTable(
      [
        "page",
        "script kB",
        "style kB",
        "requests",
        "LCP ms",
        "CLS",
        "INP ms",
        "server p50 ms",
        "p95 ms",
      ],
      rows,
    );
  } finally {
    await browser.close();
    await server.stop();
    await databases.close();
  }
}

/** Signs up, or in if an earlier run did. */
async function signIn(url: string): Promise<string> {
  const post = (path: string, body: unknown, cookie = "") =>
    fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
  await (await post("/api/auth/signup", USER)).arrayBuffer();
  const response = await post("/api/auth/signin", USER);
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  for (const animeId of LISTED)
    await (
      await post("/api/user/watchlist/add", { animeId, type: "Watching" }, cookie)
    ).arrayBuffer();
  return cookie;
}

async function measureServerTimes(url: string, cookie: string): Promise<number[]> {
  const sendRequest = () => timeRequest(url, { cookie, accept: "text/html" });
  for (let request = 0; request < WARM_UP; request += 1) await sendRequest();
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) times.push(await sendRequest());
  return times;
}

interface PageLoad {
  script: number;
  style: number;
  requests: number;
  largestPaint: number;
  layoutShift: number;
  interactionMs: number;
}

/** Loads a page in a new browser. Ignores the service worker's own requests. */
async function measureLoad(
  browser: Browser,
  url: string,
  { path, cookie }: { path: string; cookie: string },
): Promise<PageLoad> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: "block",
  });
  if (cookie !== "") {
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url }]);
  }
  const page = await context.newPage();
  // A helper that tsx adds to functions and the page lacks.
  await page.addInitScript("globalThis.__name ??= (value) => value");
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_THROTTLE });
  const sizes: Promise<{ kind: string; bytes: number }>[] = [];
  page.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    const kind = pathname.endsWith(".js")
      ? "script"
      : pathname.endsWith(".css")
        ? "style"
        : "other";
    sizes.push(request.sizes().then(({ responseBodySize }) => ({ kind, bytes: responseBodySize })));
  });
  await page.goto(url + path, { waitUntil: "load" });
  await page.locator("html[data-js]").waitFor();
  await page.waitForLoadState("networkidle");
  const loaded = await Promise.all(sizes);
  const { largestPaint, layoutShift } = await page.evaluate(() => ({ ...window.pageLoad }));
  await interact(page);
  const { interactionMs } = await page.evaluate(() => ({ ...window.pageLoad }));
  await context.close();
  const sum = (kind: string) =>
    loaded.filter((file) => file.kind === kind).reduce((total, { bytes }) => total + bytes, 0);
  return {
    script: sum("script"),
    style: sum("style"),
    requests: loaded.length,
    largestPaint,
    layoutShift,
    interactionMs,
  };
}

async function interact(page: Page): Promise<void> {
  await page.locator('button[popovertarget="settings"]:visible').first().click();
  await page.keyboard.press("Escape");
  await page.locator('header input[type="search"]').click();
  await page.keyboard.type("bebop");
  // The observer gets an event with the frame after it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

declare global {
  interface Window {
    pageLoad: { largestPaint: number; layoutShift: number; interactionMs: number };
  }
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const pageLoad = { largestPaint: 0, layoutShift: 0, interactionMs: 0 };
  window.pageLoad = pageLoad;
  const watch = (type: string, take: (entry: PerformanceEntry) => void, options: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  watch("largest-contentful-paint", ({ startTime }) => (pageLoad.largestPaint = startTime));
  watch("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) pageLoad.layoutShift += value;
  });
  watch(
    "event",
    ({ duration }) => (pageLoad.interactionMs = Math.max(pageLoad.interactionMs, duration)),
    {
      durationThreshold: 16,
    },
  );
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
