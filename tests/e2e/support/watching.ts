import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { randomUUID } from "node:crypto";

/** The first episode of the demo series. */
export const DEMO = "/watch/2000000001/1";

export const video = (page: Page) => page.locator(".player video");
export const time = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
export const timeOf = (page: Page) => expect.poll(() => time(page));
export const paused = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.paused);

/** Opens an episode and waits until it can be played. */
export async function openEpisode(page: Page, path: string = DEMO): Promise<void> {
  await page.goto(path);
  await canPlay(page);
}

/** Waits until the picture of now is there. */
export async function canPlay(page: Page): Promise<void> {
  await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(3);
}

export interface NewPerson {
  person: { username: string; email: string; password: string };
  context: BrowserContext;
}

/** A new person, signed in in a browser of their own. */
export async function signUp(browser: Browser, baseURL: string | undefined): Promise<NewPerson> {
  const person = { username: "Faye", email: `faye-${randomUUID()}@akari.test`, password: "Bebop-7!x" };
  const context = await browser.newContext({ baseURL });
  const answer = await context.request.post("/api/auth/signup", { data: person });
  expect(answer.status()).toBeLessThan(300);
  return { person, context };
}

/** Opens the menu with everything that can be chosen. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Player settings" }).click();
}
