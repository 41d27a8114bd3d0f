// `npm run screenshots`: all pages at three widths in both themes, in screenshots/; with names
// (`npm run screenshots -- home settings`) only those. Replaces those of docs/screens too. Needs a
// build. Uses a new server with the starter catalog and one user, so images only change with the
// site (and the weekday, on Home and Schedule).
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { startBuiltServer } from "./support/built-server";
import { createDataDir, removeDataDir } from "./support/data-dir";
import { DOCS_SCREENS } from "./support/docs-screens";
import { drawPoster } from "./support/poster";
import { followNothing } from "../tests/e2e/support/no-stream";
import { PAGES, type ListedPage } from "../tests/support/pages";
import { ensureBrowser, findBrowser } from "./lib/browser.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "screenshots");
const DOCS_FOLDER = join(ROOT, "docs/screens");
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const THEMES = ["dark", "light"] as const;

/** Paths by the names of the screenshots. */
type Screenshots = Record<string, string>;

const { visitor, ...signedIn } = PAGES;
const VISITOR_PAGES = screenshotsOf(visitor, "screenshot");
const OWN_PAGES = screenshotsOf(Object.values(signedIn).flat(), "screenshot");
/** Screenshots that are taken in the first theme only. */
const PAGES_WITH_IMAGES = screenshotsOf(Object.values(signedIn).flat(), "screenshotWithImages");

const LIST = {
  Watching: [1, 52991, 21, 30276, 38000],
  "To Watch": [5114, 9253, 11061, 16498, 28851, 32281],
  Completed: [5, 6, 20, 30, 43, 47, 164, 199, 431, 457, 523, 572],
  Collection: [1535, 1575, 2001, 2904],
};
/** Episodes seen of titles being watched, and scores out of 100. */
const SEEN: Record<number, number> = { 52991: 12, 21: 1043, 30276: 3, 38000: 19 };
const SCORES: Record<number, number> = {
  5: 90,
  6: 80,
  20: 65,
  30: 90,
  43: 80,
  47: 85,
  164: 95,
  199: 100,
};
const STREAMS = [
  { name: "Crunchyroll", url: "https://www.crunchyroll.com/series/GG5H5XQX4" },
  { name: "Netflix", url: "https://www.netflix.com/title/81726714" },
];
/** Fill a library; no page plays them. */
const SOURCES = [5, 21, 30, 431, 523, 572, 9253, 11061, 16498, 32281].map((anime, index) => ({
  anime,
  episode: 1,
  url: `https://video.example.test/${anime}/1.m3u8`,
  kind: index % 3 === 0 ? "dub" : "sub",
  language: index % 2 === 0 ? "en" : "es",
}));
const SAVED_SEARCHES = {
  "Films by Ghibli": "/browse?studio_filter=Studio+Ghibli&type_filter=Movie",
  "Best of space": "/browse?genre_filter=sci-fi&score_filter=8",
};
const OTHER_USERS = ["Spike", "Edward"];
const PROFILE = {
  name: "Faye",
  last_name: "Valentine",
  gender: "Female",
  bio: "Slow drama, old space westerns, anything with a trumpet.\nAsk me about Perfect Blue.",
  favorite_genres: ["Drama", "Sci-Fi"],
  favorite_studios: ["Madhouse", "Sunrise"],
  favorite_animes: [1, 19, 457, 5114, 52991],
};
const PROGRESS = [
  { animeId: 1, episode: 4, position: 1440, duration: 1440, age: 300 },
  { animeId: 52991, episode: 3, position: 700, duration: 1440, age: 200 },
  { animeId: 2000000001, episode: 1, position: 14, duration: 40, age: 100 },
];
/** The first user's, who owns the site. */
const EMAIL = "faye@example.test";
/** A file whose codecs play in every Chromium. */
const MEDIA_FILE = join(ROOT, "tests/fixtures/containers/av1-opus.mkv");
const SEARCHES = ["frieren", "cowboy bebop", "space", "studio ghibli"];

/** Pages named on the command line; without names, all. */
const ONLY = new Set(process.argv.slice(2));

await ensureBrowser();
const executablePath = findBrowser();
const dataDir = createDataDir();
const mediaRoot = createDataDir();
const SHOWN_FOLDERS = [
  [dataDir, "/srv/akari"],
  [mediaRoot, "/srv/media"],
] as const;
const images = await startImages();
const environment = {
  DATA_DIR: dataDir,
  MEDIA_ROOTS: mediaRoot,
  DATABASE_URL: "",
  NODE_ENV: "production",
  OUTBOUND_ALLOW: new URL(images.url).host,
};
const server = await startBuiltServer(
  { ...environment, OWNER_EMAIL: EMAIL },
  "build/server/index.js",
);
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
try {
  await server.ready;
  const { cookies, userId } = await createUser();
  addMediaFile();
  await addStreams();
  await computeSuggestions(cookies);
  const visitorPages = { ...VISITOR_PAGES, "public-profile": `/user/${userId}` };
  const screenshots = new Map<string, Buffer>();
  for (const theme of THEMES) {
    for (const size of SIZES) {
      await Promise.all([
        screenshotPages(visitorPages, [], screenshots, size, theme),
        screenshotPages(OWN_PAGES, cookies, screenshots, size, theme),
      ]);
      console.log(`${size.width} px, ${theme}: done`);
    }
  }
  await addImages(toCookieHeader(cookies));
  for (const size of SIZES)
    await screenshotPages(PAGES_WITH_IMAGES, cookies, screenshots, size, THEMES[0]);
  await write(screenshots);
} finally {
  await browser.close();
  images.close();
  server.signal("SIGTERM");
  await server.exited;
  await removeDataDir(dataDir);
  await removeDataDir(mediaRoot);
}

function screenshotsOf(
  pages: readonly ListedPage[],
  kind: "screenshot" | "screenshotWithImages",
): Screenshots {
  return Object.fromEntries(
    pages.flatMap(({ path, [kind]: name }) => (name === undefined ? [] : [[name, path]])),
  );
}

interface Cookie {
  name: string;
  value: string;
  url: string;
}

function post(path: string, body: unknown, cookie = ""): Promise<Response> {
  return send("POST", path, body, cookie);
}

function patch(path: string, body: unknown, cookie: string): Promise<Response> {
  return send("PATCH", path, body, cookie);
}

async function send(
  method: string,
  path: string,
  body: unknown,
  cookie: string,
): Promise<Response> {
  const response = await fetch(server.url + path, {
    method,
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} is refused: ${response.status} ${await response.text()}`);
  return response;
}

/** The form's fields; a saved search redirects. */
async function saveSearch(name: string, url: string, cookie: string): Promise<void> {
  const { status } = await fetch(`${server.url}/searches`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: server.url },
    body: new URLSearchParams({ intent: "save", name, url, pinned: "on" }),
  });
  if (status !== 303) throw new Error(`The search "${name}" is refused: ${status}`);
}

function signUp(username: string): Promise<Response> {
  const email = `${username.toLowerCase()}@example.test`;
  return post("/api/auth/signup", { username, email, password: "Lantern!7road" });
}

async function get<Data>(path: string, cookie: string): Promise<Data> {
  const response = await fetch(server.url + path, { headers: { cookie } });
  if (!response.ok) throw new Error(`GET ${path} is refused: ${response.status}`);
  return ((await response.json()) as { data: Data }).data;
}

/** The owner, with a list and a search history. */
async function createUser(): Promise<{ cookies: Cookie[]; userId: string }> {
  const response = await signUp("Faye");
  const { data } = (await response.json()) as { data: { user: { id: string } } };
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  for (const [type, ids] of Object.entries(LIST))
    for (const animeId of ids) await post("/api/user/watchlist/add", { animeId, type }, cookie);
  for (const [id, episodesSeen] of Object.entries(SEEN))
    await patch("/api/user/watchlist/entry", { animeId: Number(id), episodesSeen }, cookie);
  for (const [id, score] of Object.entries(SCORES))
    await patch("/api/user/watchlist/entry", { animeId: Number(id), score }, cookie);
  for (const [name, url] of Object.entries(SAVED_SEARCHES)) await saveSearch(name, url, cookie);
  for (const username of OTHER_USERS) await signUp(username);
  for (const query of SEARCHES) await post("/api/user/searchHistory", { query }, cookie);
  await post("/api/user/profile", PROFILE, cookie);
  await post("/api/user/progress", { entries: PROGRESS }, cookie);
  await post("/api/user/sitePreferences", { publicProfile: true, publicList: true }, cookie);
  await checkUser(cookie);
  const [name = "", value = ""] = cookie.split("=");
  return { cookies: [{ name, value, url: server.url }], userId: data.user.id };
}

/** Throws unless all that was sent is stored. */
async function checkUser(cookie: string): Promise<void> {
  const profile = await get<Record<string, unknown>>("/api/user/profile", cookie);
  for (const [field, sent] of Object.entries(PROFILE))
    if (JSON.stringify(profile[field]) !== JSON.stringify(sent))
      throw new Error(`The profile's ${field} is ${JSON.stringify(profile[field])}.`);
  const list = await get<{ anime_id: string }[]>("/api/user/watchList", cookie);
  const listed = new Set(list.map(({ anime_id: id }) => Number(id)));
  const missing = Object.values(LIST)
    .flat()
    .filter((id) => !listed.has(id));
  if (missing.length > 0) throw new Error(`Not on the list: ${missing.join(", ")}.`);
  const searches = await get<{ query: string }[]>("/api/user/searchHistory", cookie);
  if (searches.length !== SEARCHES.length)
    throw new Error(`${searches.length} of ${SEARCHES.length} searches are stored.`);
}

/** Suggestions are due once their page is opened. */
async function computeSuggestions(cookies: readonly Cookie[]): Promise<void> {
  const cookie = toCookieHeader(cookies);
  const open = async () => (await fetch(`${server.url}/discover`, { headers: { cookie } })).text();
  await open();
  runCommand("cli/akari.ts", "jobs", "run", "suggestions");
  if (!(await open()).includes("/media/cover/")) throw new Error("There are no suggestions.");
}

function toCookieHeader(cookies: readonly Cookie[]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** An image for each popular and listed title, imported as a catalog's are. */
async function addImages(cookie: string): Promise<void> {
  const popular = await get<{ mal_id: number }[]>(
    "/api/animes?order_by=popularity&limit_count=60",
    cookie,
  );
  const listed = await Promise.all(
    Object.values(LIST)
      .flat()
      .map((id) => get<{ mal_id: number }>(`/api/animes/getAnime?id=${id}`, cookie)),
  );
  importTitles(
    [...popular, ...listed].map((row) => ({
      ...row,
      image_url: null,
      image_webp: null,
      image_small_webp: null,
      image_large_webp: `${images.url}/${row.mal_id}.jpg`,
      banner_image: `${images.url}/${row.mal_id}.jpg?wide`,
    })),
  );
}

/** Licensed streams of a title without a source. */
async function addStreams(): Promise<void> {
  importTitles([{ ...(await get<object>("/api/animes/getAnime?id=52991", "")), streams: STREAMS }]);
}

function importTitles(rows: readonly object[]): void {
  const file = join(dataDir, "titles.ndjson");
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join("\n"));
  runCommand("cli/catalog-import.ts", file, "--rejected", join(dataDir, "rejected.ndjson"));
}

/** Serves an image per title. */
async function startImages(): Promise<{ url: string; close(): void }> {
  const imageServer = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "", "http://images");
    void drawPoster(Number.parseInt(pathname.slice(1), 10), search === "?wide").then((image) =>
      response.writeHead(200, { "content-type": "image/jpeg" }).end(image),
    );
  }).listen(0, "127.0.0.1");
  await once(imageServer, "listening");
  const { port } = imageServer.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => imageServer.close() };
}

/** The fifth episode of Cowboy Bebop and some streams, beside the running site. */
function addMediaFile(): void {
  const folder = join(mediaRoot, "films");
  mkdirSync(folder, { recursive: true });
  copyFileSync(MEDIA_FILE, join(folder, "Cowboy Bebop [mal-1] - 05.mkv"));
  mkdirSync(join(mediaRoot, "series"));
  runCommand("cli/media-add.ts", folder, "--name", "films");
  const manifest = join(dataDir, "sources.ndjson");
  writeFileSync(manifest, SOURCES.map((source) => JSON.stringify(source)).join("\n"));
  runCommand("cli/sources-add.ts", "--manifest", manifest, "--unchecked");
}

/** An operator's command, beside the running site. */
function runCommand(...command: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", ...command], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${command.join(" ")} is refused: ${stdout}${stderr}`);
}

/** One screenful of each page. */
async function screenshotPages(
  pages: Screenshots,
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
  await followNothing(context);
  const page = await context.newPage();
  const chosen = Object.entries(pages).filter(([name]) => ONLY.size === 0 || ONLY.has(name));
  for (const [name, path] of chosen)
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
  await page.evaluate(async (folders) => {
    // Names of temporary folders differ from run to run.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null)
      for (const [folder, shown] of folders)
        if (texts.currentNode.nodeValue?.includes(folder))
          texts.currentNode.nodeValue = texts.currentNode.nodeValue.replaceAll(folder, shown);
    await document.fonts.ready;
    // The browser may never load lazy images elsewhere, as at the end of a rail.
    const inView = [...document.images].filter((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && right > left;
    });
    await Promise.all(inView.map((image) => image.decode().catch(() => undefined)));
  }, SHOWN_FOLDERS);
  return page.screenshot({ animations: "disabled" });
}

async function write(screenshots: ReadonlyMap<string, Buffer>): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, shot] of screenshots) {
    const image = await sharp(shot).webp({ quality: 62, effort: 6 }).toBuffer();
    await writeFile(join(FOLDER, `${name}.webp`), image);
    if (DOCS_SCREENS.has(name)) await writeFile(join(DOCS_FOLDER, `${name}.webp`), image);
  }
  console.log(`${screenshots.size} screenshots`);
}
