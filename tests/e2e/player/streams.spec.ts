import { expect, test, type Page } from "@playwright/test";
import { sampleEpisodePath, SAMPLE_TITLE, PREFETCHED_PATHS } from "../support/sample-episodes";
import {
  waitUntilPlayable,
  openEpisode,
  chooseSubtitles,
  openSettings,
  openSubtitles,
  getSavedPosition,
  signUpInNewContext,
  time,
  timeOf,
  video,
} from "../support/watching";

/** Every URL that the page requests, and the failed ones. */
function traffic(page: Page): { addresses: URL[]; problems: string[] } {
  const log = { addresses: [] as URL[], problems: [] as string[] };
  page.on("request", (request) => {
    if (/^https?:/.test(request.url())) log.addresses.push(new URL(request.url()));
  });
  page.on("console", (message) => message.type() === "error" && log.problems.push(message.text()));
  page.on("pageerror", (error) => log.problems.push(error.message));
  return log;
}

for (const [kind, tag] of [
  ["ts", " @nightly"],
  ["fmp4", " @nightly"],
  ["AES-128 TS", ""],
  ["languages", " @nightly"],
  ["film", ""],
] as const) {
  test(`a stream of ${kind} plays and seeks through the video proxy${tag}`, async ({
    page,
    baseURL,
  }) => {
    const { addresses: urls, problems } = traffic(page);
    await openEpisode(page, sampleEpisodePath(kind));
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(0.7);
    expect(await video(page).evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(160);
    await page.keyboard.press("7");
    await timeOf(page).toBeGreaterThan(8.4);
    await page.keyboard.press("1");
    await timeOf(page).toBeLessThan(3);
    await waitUntilPlayable(page);
    expect(urls.filter(({ pathname }) => pathname === "/api/videoProxy").length).toBeGreaterThan(
      kind === "film" ? 0 : 2,
    );
    expect(urls.filter(({ origin }) => origin !== baseURL)).toEqual([]);
    expect(problems).toEqual([]);
  });
}

test("an encrypted stream with three renditions plays to its end, same-origin only (HLS-S34)", async ({
  page,
  baseURL,
}) => {
  const { addresses: urls, problems } = traffic(page);
  await openEpisode(page, sampleEpisodePath("AES-128 fMP4"));
  await page.keyboard.press("k");
  for (let step = 0; step < 4; step += 1) await page.keyboard.press(">");
  await openSettings(page);
  await expect(page.getByRole("combobox", { name: "Quality" }).getByRole("option")).toHaveText([
    /^Auto/,
    "54p",
    "72p",
    "90p",
  ]);
  await page.getByRole("combobox", { name: "Quality" }).selectOption("54p");
  await page.keyboard.press("Escape");
  // Near the end, which it then plays to.
  await page.keyboard.press("7");
  await expect
    .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.ended))
    .toBe(true);
  expect(
    urls.some(({ searchParams }) => searchParams.get("url")?.endsWith("/aes-fmp4/stream.key")),
  ).toBe(true);
  expect(urls.filter(({ origin }) => origin !== baseURL)).toEqual([]);
  expect(problems).toEqual([]);
});

test("a live stream continues: its playlist is reloaded, whatever the browser cached @nightly", async ({
  page,
}) => {
  const windows = new Set<string>();
  page.on("response", (response) => {
    if (new URL(response.url()).searchParams.get("url")?.endsWith("/live.m3u8"))
      void response.text().then(
        (text) => windows.add(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? ""),
        () => undefined,
      );
  });
  await openEpisode(page, sampleEpisodePath("live"));
  await page.keyboard.press("k");
  await expect.poll(() => windows.size).toBeGreaterThan(2);
});

test("a registered media folder plays without the proxy", async ({ page }) => {
  const { addresses: urls } = traffic(page);
  await openEpisode(page, sampleEpisodePath("own folder"));
  await page.keyboard.press("k");
  await timeOf(page).toBeGreaterThan(0.7);
  expect(
    urls.some(({ pathname }) =>
      /^\/media\/files\/~[\w-]{32}\/trials\/fmp4\/index\.m3u8\/0\.m4s$/.test(pathname),
    ),
  ).toBe(true);
  expect(urls.some(({ pathname }) => pathname === "/api/videoProxy")).toBe(false);
});

test("audio and subtitles are selected by name, and subtitles styled by size and background", async ({
  page,
}) => {
  await openEpisode(page, sampleEpisodePath("languages"));
  const heard = page.waitForRequest((request) =>
    request.url().includes(encodeURIComponent("/multi/audio-en/")),
  );
  await page.getByRole("button", { name: "Audio", exact: true }).click();
  const audio = page.getByRole("group", { name: "Audio" });
  await audio.getByRole("radio", { name: "English, dubbed" }).click();
  await heard;
  await expect(page.getByRole("group", { name: "Subtitles" })).toBeHidden();
  await page.keyboard.press("Escape");
  await openSubtitles(page);
  const subtitles = page.getByRole("group", { name: "Subtitles" });
  await subtitles.getByRole("radio", { name: "English", exact: true }).check();
  await page.getByRole("combobox", { name: "Subtitle size" }).selectOption("Large");
  await page.getByRole("combobox", { name: "Subtitle background" }).selectOption("Solid");
  await page.keyboard.press("Escape");
  await page.keyboard.press("1");
  const line = page.locator(".player-subtitles p");
  await expect(line).toHaveText("The first line");
  await expect(line.locator("i")).toHaveText("first");
  await expect(line).toHaveCSS("background-color", "rgb(0, 0, 0)");
  const large = await line.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  await openSubtitles(page);
  await page.getByRole("combobox", { name: "Subtitle size" }).selectOption("Small");
  expect(
    await line.evaluate((element) => parseFloat(getComputedStyle(element).fontSize)),
  ).toBeLessThan(large);
  await page.keyboard.press("Escape");
  // The choice applies to the next visit.
  await openEpisode(page, sampleEpisodePath("languages"));
  await page.keyboard.press("6");
  await expect(line).toHaveText("The second line");
});

test("subtitles are on by themselves when the sound is in another language", async ({ page }) => {
  const line = page.locator(".player-subtitles p");
  const open = async () => {
    await openEpisode(page, sampleEpisodePath("languages"));
    await page.keyboard.press("1");
  };
  await open();
  await expect(line).toHaveText("The first line");
  await openSubtitles(page);
  await expect(page.getByRole("radio", { name: "Automatic (English)" })).toBeChecked();
  await page.keyboard.press("Escape");
  await chooseSubtitles(page, "Off");
  await expect(line).toHaveCount(0);
  await open();
  await openSubtitles(page);
  await expect(page.getByRole("radio", { name: "Off", exact: true })).toBeChecked();
  await page.getByRole("radio", { name: "Automatic" }).check();
  await expect(line).toHaveText("The first line");
});

test("a stream resumes after a reload and in another browser of the same user", async ({
  browser,
  baseURL,
}) => {
  const { person: user, context } = await signUpInNewContext(browser, baseURL);
  const page = await context.newPage();
  await openEpisode(page, sampleEpisodePath("ts"));
  await page.keyboard.press("k");
  await page.keyboard.press("5");
  await timeOf(page).toBeGreaterThan(6.2);
  await page.keyboard.press("k");
  const stopped = await time(page);
  await openEpisode(page, sampleEpisodePath("ts"));
  await timeOf(page).toBeCloseTo(stopped, 0);
  await expect.poll(() => getSavedPosition(context, SAMPLE_TITLE)).toBeGreaterThan(6);
  const other = await browser.newContext({ baseURL });
  await other.request.post("/api/auth/signin", { data: user });
  const otherPage = await other.newPage();
  await openEpisode(otherPage, sampleEpisodePath("ts"));
  await timeOf(otherPage).toBeCloseTo(stopped, 0);
  await Promise.all([context.close(), other.close()]);
});

test("a source attached at run time appears in responses immediately", async ({ request }) => {
  for (const url of PREFETCHED_PATHS.slice(0, 2))
    expect(await (await request.get(url)).text()).toContain(
      "/api/videoProxy?url=http%3A%2F%2F127.0.0.1",
    );
});
