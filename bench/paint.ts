import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, devices, type Browser, type CDPSession } from "@playwright/test";
import sharp from "sharp";
import { findBrowser } from "../scripts/lib/browser.mjs";
import { benchDatabases, hasFullCatalog, ROOT, type BenchDatabase } from "./support/databases";
import { imageCorpus, type ImageCorpus } from "./support/image-corpus";
import { median } from "./support/percentiles";
import { startBuiltServer, startProgram, type Program } from "./support/programs";
import { printTable } from "./support/tables";
import { createUser, fillList, readUserId } from "./support/user";

const BUILD = join(ROOT, "node_modules/.bin/react-router");
const FRIEREN = 52_991;
const PAGES: Record<string, string> = {
  Home: "/",
  Browse: "/browse",
  Title: `/anime/${FRIEREN}/sousou-no-frieren`,
  Watch: `/watch/${FRIEREN}/1`,
  Library: "/library",
  Season: "/season/2023/fall",
  Schedule: "/schedule",
};
const ROUNDS = 3;
const COVERS = 30;
const ENTRIES = 200;
/** A phone's processor beside this machine's. */
const CPU_SLOWDOWN = 4;
/** Lighthouse's slow 4G. Bytes per second, milliseconds. */
const SLOW_4G = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
/** How long a page is watched after its load event: hydration and late pictures are in it. */
const WATCHED_MS = 2_500;

/** One load with an empty cache. Seconds but for `blocked`, which is milliseconds. */
interface Load {
  readonly kilobytes: Readonly<Record<Kind, number>>;
  readonly requests: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocked: number;
}

const KINDS = ["Document", "Script", "Stylesheet", "Font", "Image", "Other"] as const;
type Kind = (typeof KINDS)[number];

/**
 * What a phone waits for, beside a plain page of the framework with thirty covers: weight by kind,
 * requests, first and largest paint, and time in which the page does not react. `--user` measures
 * as a signed-in user, `--light` in the light theme.
 */
export default async function paint(flags: ReadonlySet<string>): Promise<void> {
  if (!hasFullCatalog()) return;
  const corpus = await imageCorpus();
  const origin = await startProgram(
    ["bench/servers/image-origin.mjs"],
    { IMAGES: corpus.folder },
    "/count",
  );
  const databases = await benchDatabases();
  await databases.open();
  const executablePath = findBrowser();
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  try {
    await databases.withCopy(async (copy) => {
      await givePictures(copy, origin.url, corpus.photos);
      const ours = await startBuiltServer({ ...copy.env, OUTBOUND_ALLOW: "127.0.0.1" });
      const plain = await startPlain(corpus);
      try {
        const cookie = flags.has("--user") ? await createListedUser(ours, copy) : undefined;
        const scheme = flags.has("--light") ? "light" : "dark";
        await measureAll({ browser, ours, plain, cookie, scheme });
      } finally {
        await Promise.all([ours.stop(), plain.stop()]);
      }
    });
  } finally {
    await Promise.all([browser.close(), databases.close(), origin.stop()]);
  }
}

/** Each title gets one of the corpus's photos, and one episode a film to play. */
async function givePictures({ client }: BenchDatabase, origin: string, photos: readonly string[]) {
  await client.sql`
    UPDATE animes SET image_webp = NULL, image_small_webp = NULL, image_large_webp = NULL,
      image_url = ${origin} || '/photo-' || mal_id % ${photos.length} || '.jpg?title=' || mal_id`;
  await client.sql`
    INSERT INTO episode_sources (anime_mal_id, number, address, kind, format, status)
    VALUES (${FRIEREN}, 1, ${`${origin}/film.mp4`}, 'sub', 'mp4', 'ok')`;
}

async function startPlain({ folder, photos }: ImageCorpus): Promise<Program> {
  const covers = join(ROOT, ".data/bench/covers");
  mkdirSync(covers, { recursive: true });
  await Promise.all(
    photos.slice(0, COVERS).map((photo, index) =>
      sharp(join(folder, photo))
        .resize(240, 360)
        .webp()
        .toFile(join(covers, `${index}.webp`)),
    ),
  );
  const cwd = join(ROOT, "bench/servers/plain");
  execFileSync(BUILD, ["build", cwd], { stdio: ["ignore", "ignore", "pipe"] });
  return startProgram(
    [
      join(ROOT, "node_modules/@react-router/serve/bin.js"),
      "../../../.data/bench/plain/server/index.js",
    ],
    { COVERS: String(COVERS) },
    "/",
    cwd,
  );
}

async function createListedUser(ours: Program, copy: BenchDatabase): Promise<string> {
  const cookie = await createUser(ours);
  await fillList(copy, await readUserId({ server: ours, cookie }), ENTRIES);
  return cookie;
}

interface Setup {
  browser: Browser;
  ours: Program;
  plain: Program;
  cookie: string | undefined;
  scheme: "light" | "dark";
}

async function measureAll(setup: Setup): Promise<void> {
  const urls = {
    "Plain page": setup.plain.url,
    ...Object.fromEntries(
      Object.entries(PAGES).map(([name, path]) => [name, setup.ours.url + path]),
    ),
  };
  const loads: Record<string, { free: Load[]; slow: Load[] }> = {};
  for (const [name, url] of Object.entries(urls)) {
    // Draws the pictures, which then are in the server's cache.
    await loadPage(setup, url, null);
    loads[name] = { free: [], slow: [] };
  }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, url] of Object.entries(urls)) {
      loads[name]?.free.push(await loadPage(setup, url, null));
      loads[name]?.slow.push(await loadPage(setup, url, SLOW_4G));
    }
  const plain = loads["Plain page"] ?? { free: [], slow: [] };
  const middle = (list: readonly Load[], of: (load: Load) => number) => median(list.map(of));
  const compare =
    (of: (load: Load) => number, kind: "free" | "slow", digits = 2) =>
    ([, load]: [string, typeof plain]) =>
      `${middle(load[kind], of).toFixed(digits)} (${(middle(load[kind], of) / middle(plain[kind], of)).toFixed(2)})`;
  const columns: [string, (row: [string, typeof plain]) => string | number][] = [
    ["page", ([name]) => name],
    ...KINDS.map((kind): (typeof columns)[number] => [
      kind,
      ([, { free }]) =>
        middle(free, ({ kilobytes }) => kilobytes[kind]).toFixed(kind === "Script" ? 0 : 1),
    ]),
    ["requests", ([, { free }]) => middle(free, ({ requests }) => requests)],
    ["FCP s", compare(({ firstPaint }) => firstPaint, "free")],
    ["LCP s", compare(({ largestPaint }) => largestPaint, "free")],
    ["TBT ms", compare(({ blocked }) => blocked, "free", 0)],
    ["FCP, slow 4G", compare(({ firstPaint }) => firstPaint, "slow")],
    ["LCP, slow 4G", compare(({ largestPaint }) => largestPaint, "slow")],
  ];
  process.stdout.write(
    `${setup.cookie === undefined ? "Visitor" : "Signed in"}, ${setup.scheme} theme, kB as sent, medians of ${ROUNDS} loads (÷ the plain page's; aims: FCP ≤ 1.4, LCP ≤ 1.6, TBT ≤ 1.2):\n\n`,
  );
  printTable(
    columns.map(([title]) => title),
    Object.entries(loads).map((row) => columns.map(([, cell]) => cell(row))),
  );
}

async function loadPage(
  { browser, ours, cookie, scheme }: Setup,
  url: string,
  network: typeof SLOW_4G | null,
): Promise<Load> {
  const context = await browser.newContext({
    ...devices["Pixel 7"],
    viewport: { width: 390, height: 844 },
    colorScheme: scheme,
    serviceWorkers: "block",
  });
  const [name, value] = cookie?.split("=") ?? [];
  if (name !== undefined && value !== undefined)
    await context.addCookies([{ name, value, url: ours.url }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const weights = await countWeights(session);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  if (network !== null)
    await session.send("Network.emulateNetworkConditions", { offline: false, ...network });
  await page.addInitScript(OBSERVE_PAINT);
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(WATCHED_MS);
  const { firstPaint, largestPaint, tasks } = await page.evaluate(
    () => (globalThis as unknown as Observed).observed,
  );
  await context.close();
  // The part of each long task that is over 50 ms, after the first paint (web.dev/articles/tbt).
  const blocked = tasks
    .map(({ start, end }) => end - Math.max(start, firstPaint) - 50)
    .reduce((sum, late) => sum + Math.max(0, late), 0);
  return {
    ...weights(),
    firstPaint: firstPaint / 1_000,
    largestPaint: largestPaint / 1_000,
    blocked,
  };
}

/** Milliseconds since the navigation began. */
interface Observed {
  observed: {
    firstPaint: number;
    largestPaint: number;
    tasks: { start: number; end: number }[];
  };
}

/** Runs in the page, before its scripts. Text, since the compiler's helpers are not there. */
const OBSERVE_PAINT = `
  const observed = globalThis.observed = { firstPaint: 0, largestPaint: 0, tasks: [] };
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take))
    .observe({ type, buffered: true });
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") observed.firstPaint = startTime;
  });
  observe("largest-contentful-paint", ({ startTime }) => { observed.largestPaint = startTime; });
  observe("longtask", ({ startTime, duration }) =>
    observed.tasks.push({ start: startTime, end: startTime + duration }));
`;

async function countWeights(session: CDPSession) {
  const kilobytes = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  const kinds = new Map<string, Kind>();
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, type }) =>
    kinds.set(requestId, KINDS.find((kind) => kind === type) ?? "Other"),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    kilobytes[kinds.get(requestId) ?? "Other"] += encodedDataLength / 1_000;
  });
  return () => ({ kilobytes, requests: kinds.size });
}
