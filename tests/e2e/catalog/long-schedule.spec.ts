import { expect, test, waitForHydration } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { importTitles } from "../support/run-command";
import { signUp } from "../support/sign-up";

const server = startOwnServer();
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Sixteen broadcasts on each day of the week. */
const AIRING = DAYS.flatMap((day, of) =>
  Array.from({ length: 16 }, (_, index) => ({
    mal_id: 1_900_000_000 + of * 100 + index,
    title: `The long title of a show that airs every ${day}, number ${index}`,
    type: "TV",
    status: "Currently Airing",
    airing: true,
    popularity: 100 + index,
    broadcast_day: `${day}s`,
    broadcast_time: `${String(index + 6).padStart(2, "0")}:30`,
    broadcast_timezone: "Asia/Tokyo",
  })),
);

test("the schedule of a long list begins at now, and is a few screens of a phone", async ({
  browser,
}) => {
  importTitles(server, AIRING);
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
  });
  await signUp(context);
  for (const { mal_id: animeId } of AIRING) {
    const data = { animeId, state: "watching", episodesSeen: 1 };
    const changed = await context.request.patch("/api/user/watchlist/entry", { data });
    expect(changed.ok()).toBe(true);
  }
  const page = await context.newPage();
  await page.goto("/schedule");
  await waitForHydration(page);
  const which = page.getByRole("navigation", { name: "Which titles" });
  await expect(which.getByRole("link", { name: "My list" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(6_000);
  const shown = await page
    .getByRole("main")
    .locator("time")
    .evaluateAll((times) =>
      times
        .filter((time) => time.checkVisibility())
        .map((time) => Date.parse(time.getAttribute("datetime") ?? "")),
    );
  // Six a day; what has aired since midnight is folded, so that today may have fewer.
  expect(shown.length).toBeGreaterThanOrEqual(36);
  expect(Math.min(...shown)).toBeGreaterThan(Date.now() - 60_000);
  const others = page.getByText(/^\d+ more$/).last();
  await others.click();
  await expect(page.getByRole("main").getByRole("listitem").last()).toBeVisible();
  await context.close();
});
