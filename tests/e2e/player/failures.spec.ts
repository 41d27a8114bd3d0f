import { expect, test } from "@playwright/test";
import { sampleEpisodePath } from "../support/sample-episodes";
import { waitUntilPlayable, openEpisode } from "../support/watching";

test.describe("a failing stream", () => {
  for (const [kind, expectedText] of [
    ["forbidden", "Couldn’t load the stream: its server can’t be reached or returned an error."],
    ["garbage", "Couldn’t load the stream: the source isn’t playable."],
  ] as const) {
    test(`shows a message when it is ${kind}`, async ({ page }) => {
      await page.goto(sampleEpisodePath(kind));
      const alert = page.getByRole("alert");
      await expect(alert).toContainText(expectedText);
      await expect(alert.getByRole("button", { name: "Retry" })).toBeVisible();
    });
  }

  test("is replaced by the next source, with a word @main", async ({ page }) => {
    await page.goto(sampleEpisodePath("dead"));
    await expect(page.getByRole("status").filter({ hasText: "Now playing" })).toHaveText(
      "Subtitled, away: The stream couldn’t be found. It may be back later. Now playing: Subtitled, spare.",
    );
    await waitUntilPlayable(page);
    await expect(page.getByRole("alert")).toBeHidden();
  });

  test("waits after a 429", async ({ page }) => {
    let refusals = 2;
    await page.route(/\/api\/videoProxy\?url=[^&]*0\.ts(?:&|$)/, (route) =>
      (refusals -= 1) >= 0
        ? route.fulfill({ status: 429, headers: { "retry-after": "1" }, body: "{}" })
        : route.continue(),
    );
    await openEpisode(page, sampleEpisodePath("ts"));
    await expect(page.getByRole("alert")).toBeHidden();
    expect(refusals).toBeLessThan(0);
  });

  test("resumes when the connection is back", async ({ page, context }) => {
    await page.route("**/api/videoProxy*", (route) => route.abort());
    await page.goto(sampleEpisodePath("ts"));
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The stream isn’t responding.");
    await context.setOffline(true);
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(alert).toContainText("You’re offline.");
    await page.unroute("**/api/videoProxy*");
    await context.setOffline(false);
    await waitUntilPlayable(page);
    await expect(alert).toBeHidden();
  });
});
