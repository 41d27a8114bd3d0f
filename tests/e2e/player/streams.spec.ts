import { expect, test, type Page } from "@playwright/test";
import { trial, TRIALS, WARMED } from "../support/trials";
import {
  canPlay,
  openEpisode,
  openSettings,
  savedPosition,
  signUpElsewhere,
  time,
  timeOf,
  video,
} from "../support/watching";

test.skip(({ isMobile }) => isMobile, "Decoding is the same on a phone.");

/** Every address that the page asks for, and what went wrong behind it. */
function traffic(page: Page): { addresses: URL[]; problems: string[] } {
  const seen = { addresses: [] as URL[], problems: [] as string[] };
  page.on("request", (request) => {
    if (/^https?:/.test(request.url())) seen.addresses.push(new URL(request.url()));
  });
  page.on("console", (message) => message.type() === "error" && seen.problems.push(message.text()));
  page.on("pageerror", (error) => seen.problems.push(error.message));
  return seen;
}

for (const kind of ["ts", "fmp4", "AES-128 TS", "languages", "film"] as const) {
  test(`a stream of ${kind} plays through the video proxy, and in it one can seek`, async ({
    page,
    baseURL,
  }) => {
    const { addresses, problems } = traffic(page);
    await openEpisode(page, trial(kind));
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(0.7);
    expect(await video(page).evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(160);
    await page.keyboard.press("7");
    await timeOf(page).toBeGreaterThan(8.4);
    await page.keyboard.press("1");
    await timeOf(page).toBeLessThan(3);
    await canPlay(page);
    expect(
      addresses.filter(({ pathname }) => pathname === "/api/videoProxy").length,
    ).toBeGreaterThan(kind === "film" ? 0 : 2);
    expect(addresses.filter(({ origin }) => origin !== baseURL)).toEqual([]);
    expect(problems).toEqual([]);
  });
}

test("an encrypted stream of three qualities plays to its end without a request to anybody else (HLS-S34)", async ({
  page,
  baseURL,
}) => {
  const { addresses, problems } = traffic(page);
  await openEpisode(page, trial("AES-128 fMP4"));
  await page.keyboard.press("k");
  for (let step = 0; step < 4; step += 1) await page.keyboard.press(">");
  await openSettings(page);
  await expect(page.getByRole("combobox", { name: "Quality" }).getByRole("option")).toHaveText([
    /^Automatic/,
    "54p",
    "72p",
    "90p",
  ]);
  await page.getByRole("combobox", { name: "Quality" }).selectOption("54p");
  await page.keyboard.press("Escape");
  await expect
    .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.ended))
    .toBe(true);
  expect(
    addresses.some(({ searchParams }) => searchParams.get("url")?.endsWith("/aes-fmp4/stream.key")),
  ).toBe(true);
  expect(addresses.filter(({ origin }) => origin !== baseURL)).toEqual([]);
  expect(problems).toEqual([]);
});

test("a live channel goes on: its playlist is asked for anew, whatever the browser has kept of it", async ({
  page,
}) => {
  const windows = new Set<string>();
  page.on("response", (answer) => {
    if (new URL(answer.url()).searchParams.get("url")?.endsWith("/live.m3u8"))
      void answer.text().then(
        (text) => windows.add(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? ""),
        () => undefined,
      );
  });
  await openEpisode(page, trial("live"));
  await page.keyboard.press("k");
  await expect.poll(() => windows.size, { timeout: 40_000 }).toBeGreaterThan(2);
});

test("a folder of the operator's plays without the proxy", async ({ page }) => {
  const { addresses } = traffic(page);
  await openEpisode(page, trial("own folder"));
  await page.keyboard.press("k");
  await timeOf(page).toBeGreaterThan(0.7);
  expect(addresses.some(({ pathname }) => pathname === "/media/files/trials/fmp4/0.m4s")).toBe(
    true,
  );
  expect(addresses.some(({ pathname }) => pathname === "/api/videoProxy")).toBe(false);
});

test("sound and subtitles are chosen by their names, and subtitles by size and background", async ({
  page,
}) => {
  await openEpisode(page, trial("languages"));
  const heard = page.waitForRequest((request) =>
    request.url().includes(encodeURIComponent("/multi/audio-en/")),
  );
  await openSettings(page);
  await page.getByRole("combobox", { name: "Audio" }).selectOption("English, dubbed");
  await heard;
  await page.getByRole("combobox", { name: "Subtitles", exact: true }).selectOption("English");
  await page.getByRole("combobox", { name: "Subtitle size" }).selectOption("Large");
  await page.getByRole("combobox", { name: "Subtitle background" }).selectOption("Solid");
  await page.keyboard.press("Escape");
  await page.keyboard.press("1");
  const line = page.locator(".player-subtitles p");
  await expect(line).toHaveText("The first line");
  await expect(line.locator("i")).toHaveText("first");
  await expect(line).toHaveCSS("background-color", "rgb(0, 0, 0)");
  const large = await line.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  await openSettings(page);
  await page.getByRole("combobox", { name: "Subtitle size" }).selectOption("Small");
  expect(
    await line.evaluate((element) => parseFloat(getComputedStyle(element).fontSize)),
  ).toBeLessThan(large);
  await page.keyboard.press("Escape");
  // What was chosen holds for the next visit.
  await openEpisode(page, trial("languages"));
  await page.keyboard.press("6");
  await expect(line).toHaveText("The second line");
});

test("a stream goes on after a reload, and in another browser of the same person", async ({
  browser,
  baseURL,
}) => {
  const { person, context } = await signUpElsewhere(browser, baseURL);
  const page = await context.newPage();
  await openEpisode(page, trial("ts"));
  await page.keyboard.press("k");
  await page.keyboard.press("5");
  await timeOf(page).toBeGreaterThan(6.2);
  await page.keyboard.press("k");
  const stopped = await time(page);
  await openEpisode(page, trial("ts"));
  await timeOf(page).toBeCloseTo(stopped, 0);
  await expect.poll(() => savedPosition(context, TRIALS)).toBeGreaterThan(6);
  const other = await browser.newContext({ baseURL });
  await other.request.post("/api/auth/signin", { data: person });
  const elsewhere = await other.newPage();
  await openEpisode(elsewhere, trial("ts"));
  await timeOf(elsewhere).toBeCloseTo(stopped, 0);
  await Promise.all([context.close(), other.close()]);
});

test("a source that was attached while the site runs is in its answers at once", async ({
  request,
}) => {
  for (const address of WARMED.slice(0, 2))
    expect(await (await request.get(address)).text()).toContain(
      "/api/videoProxy?url=http%3A%2F%2F127.0.0.1",
    );
});
