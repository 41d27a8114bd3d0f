import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { signUp, type Newcomer } from "./newcomer";

/** The first episode of the demo series. */
export const DEMO = "/watch/2000000001/1";
/** Its last. */
export const LAST = "/watch/2000000001/2";

export const video = (page: Page) => page.locator(".player video");
export const time = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
export const timeOf = (page: Page) => expect.poll(() => time(page));
export const paused = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => element.paused);

/** Opens an episode and waits until it can be played. */
export async function openEpisode(page: Page, path: string = DEMO): Promise<void> {
  await page.goto(path);
  await canPlay(page);
}

const DEMO_SECONDS = 40;

/** Plays the demo's first episode for a moment from so many tenths of it on, and pauses. */
export async function watchSome(page: Page, tenths: number): Promise<void> {
  await openEpisode(page);
  await page.keyboard.press("k");
  await page.keyboard.press(String(tenths));
  await timeOf(page).toBeGreaterThan((DEMO_SECONDS * tenths) / 10);
  await page.keyboard.press("k");
}

/** Waits until the picture of now is there. */
export async function canPlay(page: Page): Promise<void> {
  await expect
    .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThanOrEqual(3);
}

/** A newcomer, signed in in a browser of their own. */
export async function signUpElsewhere(
  browser: Browser,
  baseURL: string | undefined,
): Promise<{ person: Newcomer; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL });
  return { person: await signUp(context), context };
}

/** The collections of the titles in somebody's list. */
export async function collections({ request }: BrowserContext): Promise<string[]> {
  const { data } = (await (await request.get("/api/user/watchList")).json()) as {
    data: { type: string }[];
  };
  return data.map(({ type }) => type);
}

/** The position in seconds that the account has of what somebody has watched last, of all titles or of one; 0 where it has none. */
export async function savedPosition(
  { request }: BrowserContext,
  animeId?: number,
): Promise<number> {
  const { data } = (await (
    await request.get(`/api/user/progress${animeId === undefined ? "" : `?animeId=${animeId}`}`)
  ).json()) as { data: { position: number }[] };
  return data[0]?.position ?? 0;
}

/** Opens the menu with everything that can be chosen. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Player settings" }).click();
}
