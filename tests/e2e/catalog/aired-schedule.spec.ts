import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { WEB_FONTS } from "../support/launch-options";
import { startOwnServer } from "../support/own-server";
import { importTitles } from "../support/run-command";
import { signUp } from "../support/sign-up";

test.use(WEB_FONTS);

const server = startOwnServer();

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** A zone where it is between noon and one, so that the last hour is of the same day. */
function zoneAtNoon(now: Date): string {
  const hours = 12 - now.getUTCHours();
  // The names' signs are those of POSIX: zones east of Greenwich have a minus.
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/** A title whose third episode was broadcast an hour ago. */
function airedTitle(id: number, title: string, now: Date) {
  const at = new Date(now.getTime() - HOUR_MS);
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    at.toLocaleString("en-GB", { timeZone: "UTC", ...options });
  return {
    ...{ mal_id: 1_900_000_000 + id, title, type: "TV", popularity: id },
    ...{ status: "Currently Airing", airing: true, episodes: 12 },
    aired_from: new Date(at.getTime() - 2 * WEEK_MS).toISOString(),
    broadcast_day: `${inUtc({ weekday: "long" })}s`,
    broadcast_time: inUtc({ hour: "2-digit", minute: "2-digit" }),
    broadcast_timezone: "UTC",
  };
}

test("what aired today and is seen has a tick, and +1 gives the other one", async ({ browser }) => {
  const now = new Date();
  const titles = [airedTitle(1, "Seen today", now), airedTitle(2, "Behind today", now)];
  importTitles(server, titles);
  const timezoneId = zoneAtNoon(now);
  const context = await browser.newContext({ baseURL: server.url, timezoneId });
  await signUp(context);
  for (const [index, { mal_id: animeId }] of titles.entries()) {
    const data = { animeId, state: "watching", episodesSeen: 3 - index };
    const changed = await context.request.patch("/api/user/watchlist/entry", { data });
    expect(changed.ok()).toBe(true);
  }
  const page = await context.newPage();
  await page.goto("/schedule");
  await waitForHydration(page);
  // What is over is folded, so that the page begins at now.
  await page.getByText("2 earlier today", { exact: true }).click();
  const today = page.getByRole("region", { name: /^Today/ });
  const row = (title: string) => today.getByRole("listitem").filter({ hasText: title });
  await expect(row("Seen today")).toContainText(/Ep(isode)? 3/);
  await expect(row("Seen today").getByText("Watched", { exact: true })).toBeAttached();
  await expect(row("Seen today").getByRole("button")).toHaveCount(0);
  const count = row("Behind today").getByRole("button");
  await expect(count).toHaveAccessibleName(/mark episode 3 of Behind today as watched/);
  await count.click();
  await expect(row("Behind today").getByText("Watched", { exact: true })).toBeAttached();
  expect(await seriousViolations(page)).toEqual([]);
  await context.close();
});

test("a day without broadcasts is one short line, and its tab is marked at the page's end", async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    timezoneId: "Asia/Tokyo",
  });
  await signUp(context);
  const onePiece = { animeId: 21, state: "watching", episodesSeen: 1 };
  await context.request.patch("/api/user/watchlist/entry", { data: onePiece });
  const page = await context.newPage();
  await page.goto("/schedule?show=mine");
  await waitForHydration(page);
  const empty = page.getByRole("region").filter({ hasText: "Nothing airing." });
  await expect(empty).toHaveCount(6);
  for (const day of await empty.all())
    expect((await day.boundingBox())?.height).toBeLessThanOrEqual(56);
  const tabs = page.getByRole("navigation", { name: "Days" }).getByRole("link");
  for (const index of [6, 2, 0]) {
    await tabs.nth(index).click();
    await expect(tabs.nth(index)).toHaveAttribute("aria-current", "date");
    await expect(page.getByRole("heading", { level: 2 }).nth(index)).toBeInViewport();
    // The observer had its turn.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(await tabs.nth(index).getAttribute("aria-current")).toBe("date");
    await expect(page.locator("[aria-current=date]")).toHaveCount(1);
  }
  await context.close();
});
