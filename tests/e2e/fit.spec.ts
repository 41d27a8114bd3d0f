import { signUp } from "./support/sign-up";
import { expect, test } from "./support/fixtures";
import { WEB_FONTS } from "./support/launch-options";

test.use(WEB_FONTS);

test("the tastes of a new account take less than two screens of a phone, and Home begins at its top @phone-nightly", async ({
  page,
}) => {
  await signUp(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/signup/tastes");
  const button = await page.getByRole("button", { name: "Save and finish" }).boundingBox();
  expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThan(2 * 844 - 200);
  // Titles beyond the screen's side are reached with the keyboard, too.
  const titles = page.getByRole("checkbox", { name: /^Favourite: / });
  await titles.last().focus();
  await expect(titles.last()).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Space");
  await expect(titles.last()).toBeChecked();
  // The form keeps the place on its own page alone.
  await page.getByRole("button", { name: "Save and finish" }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("the row of an episode does not grow when it is begun", async ({ page }) => {
  await signUp(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const animeId = 52991;
  const heights = async () => {
    await page.goto(`/watch/${animeId}/1`);
    return page
      .getByRole("navigation", { name: "Episodes" })
      .getByRole("listitem")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  };
  const before = await heights();
  const entries = before.map((_, index) => ({
    ...{ animeId, episode: index + 1 },
    ...{ position: 700, duration: 1_400 },
  }));
  await page.request.post("/api/user/progress", { data: { entries } });
  expect(await heights()).toEqual(before);
});

test("the buttons of an episode's row stay at its top while its synopsis is open", async ({
  page,
}) => {
  await signUp(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/anime/2000000001");
  const row = page
    .getByRole("listitem")
    .filter({ has: page.getByText("Synopsis") })
    .first();
  const offset = async () => {
    const boxes = [await row.getByRole("button").last().boundingBox(), await row.boundingBox()];
    const [button = 0, top = 0] = boxes.map((box) => box?.y);
    return button - top;
  };
  const before = await offset();
  await row.getByText("Synopsis").click();
  await expect(row.getByText("the last ember")).toBeVisible();
  expect(await offset()).toBeLessThanOrEqual(before);
});

test("each line of a page's buttons is as wide as a phone", async ({ page }) => {
  await signUp(page);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, last] of [
    ["/watch/2000000001/1", "Next"],
    ["/profile", "Edit preferences"],
  ] as const) {
    await page.goto(path);
    const button = page.getByRole("main").getByRole("link", { name: last, exact: true });
    const [box, row] = [await button.boundingBox(), await button.locator("..").boundingBox()];
    expect(row?.width, path).toBeGreaterThan(300);
    const ends = [box, row].map((part) => Math.round((part?.x ?? 0) + (part?.width ?? 0)));
    expect(ends[0], path).toBe(ends[1]);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a control that needs scripts leaves no hole, and watching is recorded", async ({
    page,
  }) => {
    await page.goto("/watch/52991/1");
    const link = page.getByRole("link", { name: "Sign in to mark it as watched" });
    const text = page.getByText("You can still track it");
    const [above, below] = [await text.boundingBox(), await link.boundingBox()];
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(24);
    await signUp(page);
    await page.goto("/watch/52991/1");
    await page.getByRole("button", { name: "Mark as watched" }).click();
    await expect(page).toHaveURL("/watch/52991/1");
    await expect(page.getByRole("button", { name: "Watched" })).toBeVisible();
    await page.goto("/history");
    await expect(page.getByText("Episode 1", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: /^Undo/ }).click();
    await page.getByRole("button", { name: /^Redo the change/ }).click();
    await expect(page.getByRole("button", { name: /^Undo the change/ })).toBeVisible();
  });
});
