// `npm run screenshots`: all pages at three widths in both themes, in docs/screens. Needs a build.
// Uses a new server with the starter catalog and one user, so images only change with the site (and
// the weekday, on Home and Schedule).
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { startBuiltServer } from "./support/built-server";
import { createDataDir, removeDataDir } from "./support/data-dir";
import { ensureChromium } from "./lib/chromium.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "docs/screens/");
/** Of all images together. */
const MAX_BYTES = 4_800_000;
/** Tried in order until all fit. */
const QUALITIES = [62, 54, 46, 38, 30, 22];
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const THEMES = ["dark", "light"] as const;

const VISITOR_PAGES: Record<string, string> = {
  "home-visitor": "/",
  browse: "/browse?genre_filter=sci-fi",
  "browse-list": "/browse?view=list",
  genre: "/genre/Drama",
  studio: "/studio/Madhouse",
  schedule: "/schedule",
  season: "/season/2024/winter",
  "sign-in": "/signin",
  "sign-up": "/signup",
  forgot: "/forgot",
  docs: "/docs",
  "not-found": "/no/such/page",
};
const OWN_PAGES: Record<string, string> = {
  home: "/",
  title: "/anime/52991/sousou-no-frieren",
  franchise: "/franchise/52991/sousou-no-frieren",
  credits: "/credits/1/cowboy-bebop",
  sequels: "/discover/sequels",
  searches: "/searches",
  "customise-home": "/home/customise",
  watch: "/watch/2000000001/1",
  "watch-own-file": "/watch/1/5",
  list: "/list",
  "list-table": "/list?view=table",
  import: "/list/import",
  "list-history": "/list/history",
  history: "/history",
  profile: "/profile",
  statistics: "/profile/statistics",
  "year-in-review": `/profile/${new Date().getFullYear()}`,
  settings: "/settings",
  "sign-up-profile": "/signup/profile",
  "sign-up-tastes": "/signup/tastes",
  admin: "/admin",
  "admin-people": "/admin/people",
  "admin-invitations": "/admin/invitations",
  "admin-catalog": "/admin/catalog",
  "admin-titles": "/admin/titles",
  "admin-sources": "/admin/sources",
  "admin-library": "/admin/library",
  "admin-storage": "/admin/storage",
  "admin-jobs": "/admin/jobs",
  "admin-settings": "/admin/settings",
  "admin-health": "/admin/health",
  offline: "/offline",
};
const LIST = {
  Watching: [1, 52991, 21, 30276, 38000],
  "To Watch": [5114, 9253, 11061, 16498, 28851, 32281],
  Completed: [5, 6, 20, 30, 43, 47, 164, 199, 431, 457, 523, 572],
  Collection: [1535, 1575, 2001, 2904],
};
const PROGRESS = [
  { animeId: 1, episode: 4, position: 1440, duration: 1440, age: 300 },
  { animeId: 52991, episode: 3, position: 700, duration: 1440, age: 200 },
  { animeId: 2000000001, episode: 1, position: 14, duration: 40, age: 100 },
];
const EMAIL = "faye@example.test";
/** Its codecs play in every Chromium. */
const OWN_FILE = join(ROOT, "tests/fixtures/containers/av1-opus.mkv");
const SEARCHES = ["frieren", "cowboy bebop", "space", "studio ghibli"];

const installed = await ensureChromium();
const dataDir = createDataDir();
const environment = { DATA_DIR: dataDir, DATABASE_URL: "", NODE_ENV: "production" };
const server = await startBuiltServer(
  { ...environment, OWNER_EMAIL: EMAIL },
  "build/server/index.js",
);
const browser = await chromium.launch({
  executablePath: installed.executablePath,
  env: { ...(process.env as Record<string, string>), ...installed.env },
});
try {
  await server.ready;
  const cookies = await createUser();
  addOwnFile();
  const screenshots = new Map<string, Buffer>();
  for (const theme of THEMES) {
    for (const size of SIZES) {
      await Promise.all([
        screenshotPages(VISITOR_PAGES, [], screenshots, size, theme),
        screenshotPages(OWN_PAGES, cookies, screenshots, size, theme),
      ]);
      console.log(`${size.width} px, ${theme}: done`);
    }
  }
  await write(screenshots);
} finally {
  await browser.close();
  server.signal("SIGTERM");
  await server.exited;
  await removeDataDir(dataDir);
}

interface Cookie {
  name: string;
  value: string;
  url: string;
}

async function post(path: string, body: unknown, cookie = ""): Promise<Response> {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`POST ${path} is refused: ${response.status} ${await response.text()}`);
  return response;
}

/** The owner, with a list and a search history. */
async function createUser(): Promise<Cookie[]> {
  const response = await post("/api/auth/signup", {
    username: "Faye",
    email: EMAIL,
    password: "Lantern!7road",
  });
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  for (const [type, ids] of Object.entries(LIST))
    for (const animeId of ids) await post("/api/user/watchlist/add", { animeId, type }, cookie);
  for (const query of SEARCHES) await post("/api/user/searchHistory", { query }, cookie);
  await post(
    "/api/user/profile",
    {
      name: "Faye",
      last_name: "Valentine",
      gender: "Female",
      favorite_genres: ["Drama", "Sci-Fi"],
      favorite_animes: [1, 19, 457, 5114, 52991],
    },
    cookie,
  );
  await post("/api/user/progress", { entries: PROGRESS }, cookie);
  const [name = "", value = ""] = cookie.split("=");
  return [{ name, value, url: server.url }];
}

/** The fifth episode of Cowboy Bebop, beside the running site. */
function addOwnFile(): void {
  const folder = join(dataDir, "films");
  mkdirSync(folder);
  copyFileSync(OWN_FILE, join(folder, "Cowboy Bebop [mal-1] - 05.mkv"));
  const added = spawnSync(
    process.execPath,
    ["--import", "tsx", "cli/media-add.ts", folder, "--name", "films"],
    { cwd: ROOT, env: { ...process.env, ...environment }, encoding: "utf8" },
  );
  if (added.status !== 0)
    throw new Error(`The file is not attached: ${added.stdout}${added.stderr}`);
}

/** One screenful of each page. */
async function screenshotPages(
  pages: Record<string, string>,
  cookies: Cookie[],
  screenshots: Map<string, Buffer>,
  viewport: { width: number; height: number },
  theme: string,
): Promise<void> {
  const context = await browser.newContext({
    viewport,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    timezoneId: "UTC",
    locale: "en-GB",
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  for (const [name, path] of Object.entries(pages))
    screenshots.set(
      `${name}-${viewport.width}-${theme}`,
      await takeScreenshot(page, server.url + path, theme),
    );
  await context.close();
}

/** Waits for images, fonts and animations. */
async function takeScreenshot(page: Page, url: string, theme: string): Promise<Buffer> {
  const response = await page.goto(url, { waitUntil: "load" });
  const expected = url.endsWith(VISITOR_PAGES["not-found"] ?? "") ? 404 : 200;
  if (response?.status() !== expected || page.url() !== url)
    throw new Error(`${url} leads to ${page.url()} with status ${response?.status()}.`);
  await page
    .locator("html")
    .evaluate((root, value) => root.setAttribute("data-theme", value), theme);
  await page.waitForLoadState("networkidle");
  // Swagger UI renders after loading.
  if (url.endsWith("/docs")) await page.locator(".opblock").first().waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
    const inView = [...document.images].filter(
      (image) => image.getBoundingClientRect().top < innerHeight,
    );
    await Promise.all(inView.map((image) => image.decode().catch(() => undefined)));
  });
  return page.screenshot({ animations: "disabled" });
}

/** In the best quality that fits. */
async function write(screenshots: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const quality of QUALITIES) {
    const files: [string, Buffer][] = [];
    for (const [name, shot] of screenshots)
      files.push([`${name}.webp`, await sharp(shot).webp({ quality, effort: 6 }).toBuffer()]);
    const bytes = files.reduce((sum, [, file]) => sum + file.byteLength, 0);
    if (bytes > MAX_BYTES) continue;
    await mkdir(FOLDER, { recursive: true });
    for (const old of await readdir(FOLDER)) if (old.endsWith(".webp")) await rm(FOLDER + old);
    for (const [name, file] of files) await writeFile(FOLDER + name, file);
    console.log(
      `${files.length} pictures, quality ${quality}, ${(bytes / 1_000_000).toFixed(1)} MB`,
    );
    return;
  }
  throw new Error("The pictures are too large together. Leave some out.");
}
