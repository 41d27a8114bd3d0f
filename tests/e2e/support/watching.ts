import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import sharp from "sharp";
import { signUp, type NewUser } from "./sign-up";

export const FIRST_EPISODE = "/watch/2000000001/1";
export const LAST_EPISODE = "/watch/2000000001/2";

export const video = (page: Page) => page.locator(".player video");
export const time = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
export const timeOf = (page: Page) => expect.poll(() => time(page));
export const paused = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => element.paused);

/** Records seeks from now on; the returned function reads their targets in seconds. */
export async function recordSeeks(page: Page): Promise<() => Promise<number[]>> {
  const recorded = await video(page).evaluateHandle((element: HTMLVideoElement) => {
    const targets: number[] = [];
    element.addEventListener("seeking", () => targets.push(element.currentTime));
    return targets;
  });
  return () => recorded.jsonValue();
}

export async function openEpisode(page: Page, path: string = FIRST_EPISODE): Promise<void> {
  await page.goto(path);
  await waitUntilPlayable(page);
}

const DEMO_SECONDS = 40;

/** Plays the first demo episode briefly from a tenth of its duration, then pauses. */
export async function watchFrom(page: Page, tenths: number): Promise<void> {
  await openEpisode(page);
  await page.keyboard.press("k");
  await page.keyboard.press(String(tenths));
  await timeOf(page).toBeGreaterThan((DEMO_SECONDS * tenths) / 10);
  await page.keyboard.press("k");
}

export async function waitUntilPlayable(page: Page): Promise<void> {
  await expect
    .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThanOrEqual(3);
}

export async function signUpInNewContext(
  browser: Browser,
  baseURL: string | undefined,
): Promise<{ person: NewUser; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL });
  return { person: await signUp(context), context };
}

export async function getCollections({ request }: BrowserContext): Promise<string[]> {
  const { data } = (await (await request.get("/api/user/watchList")).json()) as {
    data: { type: string }[];
  };
  return data.map(({ type }) => type);
}

/** The saved position in seconds, of the last watched episode of any title or of one; or 0. */
export async function getSavedPosition(
  { request }: BrowserContext,
  animeId?: number,
): Promise<number> {
  const { data } = (await (
    await request.get(`/api/user/progress${animeId === undefined ? "" : `?animeId=${animeId}`}`)
  ).json()) as { data: { position: number }[] };
  return data[0]?.position ?? 0;
}

export async function openSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Player settings" }).click();
}

export async function openSubtitles(page: Page): Promise<void> {
  await page.locator(".player-bar").getByRole("button", { name: "Subtitles", exact: true }).click();
}

/** Chooses subtitles and closes the menu, which is off the picture then. */
export async function chooseSubtitles(page: Page, label: string): Promise<void> {
  await openSubtitles(page);
  await page.getByRole("radio", { name: label, exact: true }).check();
  await page.keyboard.press("Escape");
  await expect(page.locator(".player-menu:popover-open")).toHaveCount(0);
}

/** The upper part of the picture, above the controls. */
export async function readFrame(page: Page): Promise<Buffer> {
  const box = await page.locator(".player").boundingBox();
  if (box === null) throw new Error("no player");
  const png = await page.screenshot({ clip: { ...box, height: box.height * 0.7 } });
  return sharp(png).removeAlpha().raw().toBuffer();
}

/** The fraction of bytes that differ clearly. */
export function difference(one: Buffer, other: Buffer): number {
  let count = 0;
  for (let at = 0; at < one.length; at += 1)
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > 60) count += 1;
  return count / one.length;
}
