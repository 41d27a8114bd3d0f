import { expect, test } from "@playwright/test";
import { trial } from "../support/trials";
import { canPlay, openEpisode } from "../support/watching";

test.describe("a stream that fails", () => {
  test.skip(({ isMobile }) => isMobile, "The same on a phone.");

  for (const [kind, words] of [
    ["dead", "There is nothing at the address of this stream."],
    ["forbidden", "The source answers with an error."],
    ["garbage", "What the source sends is not a stream that can be played."],
  ] as const) {
    test(`says so in words where it is ${kind}`, async ({ page }) => {
      await page.goto(trial(kind));
      const alert = page.getByRole("alert");
      await expect(alert).toContainText(words);
      await expect(alert.getByRole("button", { name: "Retry" })).toBeVisible();
      if (kind !== "dead") return;
      await alert.getByRole("button", { name: "Try another source" }).click();
      await canPlay(page);
      await expect(alert).toBeHidden();
    });
  }

  test("waits when it is told that it was too much at once", async ({ page }) => {
    let refusals = 2;
    await page.route("**/api/videoProxy?url=*0.ts", (route) =>
      (refusals -= 1) >= 0
        ? route.fulfill({ status: 429, headers: { "retry-after": "1" }, body: "{}" })
        : route.continue(),
    );
    await openEpisode(page, trial("ts"));
    await expect(page.getByRole("alert")).toBeHidden();
    expect(refusals).toBeLessThan(0);
  });

  test("goes on by itself when a connection that was away is back", async ({ page, context }) => {
    await page.route("**/api/videoProxy*", (route) => route.abort());
    await page.goto(trial("ts"));
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The stream does not answer.");
    await context.setOffline(true);
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(alert).toContainText("You are offline.");
    await page.unroute("**/api/videoProxy*");
    await context.setOffline(false);
    await canPlay(page);
    await expect(alert).toBeHidden();
  });
});
