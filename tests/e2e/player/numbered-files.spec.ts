import { expect, test, type Page } from "@playwright/test";
import { seededRandom } from "../../support/random";
import { numberedEpisodePath } from "../support/sample-episodes";
import {
  chooseSubtitles,
  difference,
  openEpisode,
  openSettings,
  paused,
  readFrame,
  recordSeeks,
  time,
  timeOf,
  video,
  waitUntilPlayable,
} from "../support/watching";

const PICTURES_A_SECOND = 24;
const SEEKS = 20;

/** The number in the bars at the top of the picture on screen. */
function frameNumber(page: Page): Promise<number> {
  return video(page).evaluate((element: HTMLVideoElement) => {
    const canvas = new OffscreenCanvas(160, 90);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas");
    context.drawImage(element, 0, 0, 160, 90);
    const row = context.getImageData(0, 16, 160, 1).data;
    let number = 0;
    for (let bar = 0; bar < 10; bar += 1)
      number = number * 2 + ((row[(bar * 16 + 8) * 4] ?? 0) > 127 ? 1 : 0);
    return number;
  });
}

/** Seeks by the slider and waits for the picture. */
async function seekTo(page: Page, seconds: number): Promise<void> {
  await page.getByRole("slider", { name: "Position" }).fill(String(seconds));
  await expect
    .poll(() =>
      video(page).evaluate(
        (element: HTMLVideoElement, target) =>
          !element.seeking && element.readyState >= 2 && Math.abs(element.currentTime - target),
        seconds,
      ),
    )
    .toBeLessThan(0.05);
}

/** Plays for a moment from the start; returns how many bytes of audio were decoded. */
async function play(page: Page): Promise<number> {
  await page.keyboard.press("k");
  await timeOf(page).toBeGreaterThan(0.5);
  await page.keyboard.press("k");
  await expect.poll(() => paused(page)).toBe(true);
  return video(page).evaluate(
    (element: HTMLVideoElement & { webkitAudioDecodedByteCount?: number }) =>
      element.webkitAudioDecodedByteCount ?? 0,
  );
}

for (const [kind, address] of [
  ["mp4", /\/numbered\.mp4$/],
  ["mkv", /\/numbered\.mkv\/v[^/]+\/hls\/video\/copy\/\d+\.m4s$/],
  ["E-AC-3", /\/eac3\.mkv\/v[^/]+\/hls\/audio\/\d+\/aac\/\d+\.m4s$/],
] as const)
  test(`a file plays with sound, and a seek shows the picture of its time (${kind}) @main`, async ({
    page,
  }) => {
    const loaded: string[] = [];
    page.on("response", (response) => {
      if (response.ok()) loaded.push(new URL(response.url()).pathname);
    });
    await openEpisode(page, numberedEpisodePath(kind));
    expect(await play(page)).toBeGreaterThan(0);
    expect(loaded.filter((path) => address.test(path))).not.toEqual([]);
    await expect(page.getByRole("alert")).toBeHidden();
    const random = seededRandom(20);
    for (const seconds of [
      0,
      19.5,
      ...Array.from({ length: SEEKS }, () => random.below(195) / 10),
    ]) {
      await seekTo(page, seconds);
      const expected = Math.floor(seconds * PICTURES_A_SECOND);
      await expect
        .poll(async () => Math.abs((await frameNumber(page)) - expected))
        .toBeLessThanOrEqual(1);
    }
  });

for (const [kind, tag] of [
  ["late AAC", ""],
  ["late FLAC", " @nightly"],
] as const)
  test(`the picture runs from the start, and is sought, before its sound begins (${kind})${tag}`, async ({
    page,
  }) => {
    await openEpisode(page, numberedEpisodePath(kind));
    expect(await time(page)).toBe(0);
    const seeks = await recordSeeks(page);
    expect(await play(page)).toBeGreaterThan(0);
    expect(await seeks()).toEqual([]);
    await seekTo(page, 1);
    await expect
      .poll(async () => Math.abs((await frameNumber(page)) - PICTURES_A_SECOND))
      .toBeLessThanOrEqual(1);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(1.5);
    expect(await seeks()).toEqual([1]);
  });

test("the place in a file is kept after a reload", async ({ page }) => {
  await openEpisode(page, numberedEpisodePath("mkv"));
  await play(page);
  await seekTo(page, 12.3);
  await page.reload();
  await waitUntilPlayable(page);
  await timeOf(page).toBeCloseTo(12.3, 1);
  await expect
    .poll(async () => Math.abs((await frameNumber(page)) - 12.3 * PICTURES_A_SECOND))
    .toBeLessThanOrEqual(1.5);
});

test("a file's chapters divide the seek bar, and its intro is skipped", async ({ page }) => {
  await openEpisode(page, numberedEpisodePath("mkv"));
  await expect(page.locator(".player-chapter")).toHaveCount(2);
  await expect(page.locator(".player-mark")).toHaveCount(2);
  await page.keyboard.press("k");
  await page.getByRole("button", { name: "Skip intro" }).click();
  await timeOf(page).toBeGreaterThanOrEqual(4);
  expect(await time(page)).toBeLessThan(12);
});

test("subtitles in a file are shown: as text, as styled in Japanese, as pictures", async ({
  page,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await openEpisode(page, numberedEpisodePath("mkv"));
  await play(page);
  await seekTo(page, 5);
  await chooseSubtitles(page, "English – Plain");
  await expect(page.locator(".player-subtitles p")).toHaveText("The first line");
  await expect(page.locator(".player-subtitles i")).toHaveText("first");
  await chooseSubtitles(page, "Off");
  const bare = await readFrame(page);
  for (const label of ["Japanese – Styled", "English – Pictures"]) {
    await chooseSubtitles(page, label);
    await expect.poll(async () => difference(bare, await readFrame(page))).toBeGreaterThan(0.005);
    await chooseSubtitles(page, "Off");
    await expect.poll(async () => difference(bare, await readFrame(page))).toBeLessThan(0.001);
  }
  expect(errors).toEqual([]);
});

test("the link for other programs opens without the session", async ({ page, playwright }) => {
  await openEpisode(page, numberedEpisodePath("mkv"));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openSettings(page);
  await page.getByRole("button", { name: "Copy link for VLC or mpv" }).click();
  await expect(page.getByRole("button", { name: "Link copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const program = await playwright.request.newContext();
  const response = await program.get(link, { headers: { range: "bytes=0-3" } });
  expect([response.status(), (await response.body()).toString("hex")]).toEqual([206, "1a45dfa3"]);
  await program.dispose();
});

test("another device plays the file without the session, and the page continues afterwards", async ({
  page,
  playwright,
}) => {
  await page.addInitScript(() => {
    class FakeRemote extends EventTarget {
      watchAvailability(report: (isAvailable: boolean) => void) {
        setTimeout(() => report(true));
        return Promise.resolve(1);
      }
      cancelWatchAvailability = () => Promise.resolve();
      prompt() {
        this.dispatchEvent(new Event("connect"));
        return Promise.resolve();
      }
    }
    const remotes = new WeakMap<object, FakeRemote>();
    Object.defineProperty(HTMLMediaElement.prototype, "remote", {
      get(this: object) {
        const remote = remotes.get(this) ?? new FakeRemote();
        remotes.set(this, remote);
        return remote;
      },
    });
  });
  await openEpisode(page, numberedEpisodePath("mkv"));
  await play(page);
  await seekTo(page, 12.3);
  await openSettings(page);
  await page.getByRole("button", { name: "Play on another device" }).click();
  const source = () => video(page).evaluate((element: HTMLVideoElement) => element.src);
  await expect.poll(source).toContain("/hls/master.m3u8?codecs=");
  await timeOf(page).toBeCloseTo(12.3, 0);

  const device = await playwright.request.newContext();
  const url = await source();
  const master = await device.get(url);
  expect([master.status(), master.headers()["access-control-allow-origin"]]).toEqual([200, "*"]);
  const playlist = /^video\/.*$/m.exec(await master.text())?.[0] ?? "";
  const segment = await device.get(new URL(playlist.replace("index.m3u8", "0.m4s"), url).href);
  expect(segment.status()).toBe(200);
  await device.dispose();

  await video(page).evaluate((element: HTMLVideoElement) =>
    element.remote.dispatchEvent(new Event("disconnect")),
  );
  await expect.poll(source).toMatch(/^blob:/);
  await waitUntilPlayable(page);
  await timeOf(page).toBeCloseTo(12.3, 0);
});

test("no device is offered where there is none", async ({ page }) => {
  await openEpisode(page, numberedEpisodePath("mkv"));
  await openSettings(page);
  await expect(page.getByRole("button", { name: "Copy link for VLC or mpv" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Play on another device" })).toBeHidden();
});

test("URLs that expired while the page stayed open are renewed, in place", async ({ page }) => {
  const EXPIRED = /\/~[\w-]{25}expired\//;
  let requests = 0;
  // URLs signed at first are refused once they have expired; those signed later are not.
  await page.route("**/api/episodes/playback?*", async (route) => {
    requests += 1;
    const body = await (await route.fetch()).text();
    const first = body.replaceAll(/(\/~[\w-]{25})[\w-]{7}\//g, "$1expired/");
    await route.fulfill({ body: requests === 1 ? first : body, contentType: "application/json" });
  });
  let token = "";
  await page.route(EXPIRED, async (route) => {
    // URLs expire from the third segment on, before the whole file is buffered.
    if (/\/[2-9]\.m4s$/.test(route.request().url()))
      return route.fulfill({ status: 403, body: "expired" });
    if (token === "") {
      const api = await page.request.get("/api/episodes/playback?mal_id=205&ep=10");
      token = /\/~([\w-]{32})\//.exec(await api.text())?.[1] ?? "";
    }
    return route.continue({ url: route.request().url().replace(EXPIRED, `/~${token}/`) });
  });
  await openEpisode(page, numberedEpisodePath("mkv"));
  await play(page);
  // The request precedes the end of what is buffered: the player is paused near the start.
  await expect.poll(() => requests).toBe(2);
  expect(await time(page)).toBeLessThan(6);
  await page.getByRole("slider", { name: "Position" }).fill("15.9");
  await page.keyboard.press("k");
  await timeOf(page).toBeGreaterThan(16);
  expect(page.url()).toContain(numberedEpisodePath("mkv"));
  expect(requests).toBe(2);
  await expect(page.getByRole("alert")).toBeHidden();
});

test("a file that is gone is left for the next source at once", async ({ page }) => {
  await page.goto(numberedEpisodePath("not a film"));
  await expect(page.getByRole("status").filter({ hasText: "Now playing" })).toContainText(
    "lost: The stream couldn’t be found. It may be back later. Now playing: Subtitled, found.",
  );
  await waitUntilPlayable(page);
});

test("a file of several episodes marks all of them when it was played to its end", async ({
  page,
}) => {
  const { pathname } = new URL(numberedEpisodePath("mkv"), "http://akari.test");
  const episode = Number(pathname.split("/").at(-1));
  await page.route("**/api/episodes/playback?*", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { sources: object[] } };
    const sources = body.data.sources.map((source) => ({
      ...source,
      episodes: { first: episode - 1, last: episode },
    }));
    await route.fulfill({ response, json: { data: { sources } } });
  });
  await openEpisode(page, numberedEpisodePath("mkv"));
  await play(page);
  const seen = () =>
    page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem("akari:progress") ?? "[]") as {
        episode: number;
        watched?: boolean;
      }[];
      return stored.filter(({ watched }) => watched === true).map((entry) => entry.episode);
    });
  expect(await seen()).toEqual([]);
  const duration = await video(page).evaluate((element: HTMLVideoElement) => element.duration);
  await seekTo(page, duration - 0.5);
  await expect.poll(seen).toEqual([episode, episode - 1]);
});
