import { expect, waitForHydration, test } from "../support/fixtures";
import { signUp } from "../support/sign-up";

test("a visitor sees a carousel and rows of titles, and a card opens its title @main @phone", async ({
  page,
}) => {
  await page.goto("/");
  await expect(
    page
      .getByRole("region", { name: "Featured titles" })
      .getByRole("heading", { level: 2 })
      .first(),
  ).toBeVisible();
  for (const name of ["Top rated", "Popular"])
    await expect(page.getByRole("region", { name })).toBeVisible();
  const card = page
    .getByRole("region", { name: "Top rated" })
    .getByRole("listitem")
    .first()
    .getByRole("link");
  const title = await card.locator("[lang]:not([aria-hidden])").textContent();
  await card.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
});

test("no title stands in three rows of a visitor's Home", async ({ page }) => {
  await page.goto("/");
  const rows = await page
    .locator(".home-rails section:not(.featured)")
    .evaluateAll((sections) =>
      sections.map((section) =>
        [...section.querySelectorAll<HTMLAnchorElement>('a[href^="/anime/"]')].map(
          ({ pathname }) => pathname,
        ),
      ),
    );
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const path of new Set(row)) counts.set(path, (counts.get(path) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(30);
  expect([...counts].filter(([, count]) => count > 2)).toEqual([]);
});

test("a title that plays nowhere is not here yet, and counts up by one click", async ({
  page,
  context,
}) => {
  await signUp(context);
  const data = { animeId: 52991, state: "watching", episodesSeen: 4 };
  expect((await context.request.patch("/api/user/watchlist/entry", { data })).ok()).toBe(true);
  await page.goto("/");
  await waitForHydration(page);
  const card = page
    .getByRole("region", { name: "Continue watching" })
    .getByRole("article", { name: "Sousou no Frieren" });
  await expect(card).toContainText("Not here yet");
  await expect(card.getByRole("link", { name: /^Play/ })).toHaveCount(0);
  await card.getByRole("button", { name: /mark episode 5/i }).click();
  await expect(card).toContainText("Episode 6");
});

test("the carousel moves by arrows, dots and keys, and can be paused @phone-nightly", async ({
  page,
  isMobile,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  await waitForHydration(page);
  const stage = page.getByRole("region", { name: "Featured titles" });
  const dots = stage.getByRole("radio");
  // First, so that it does not move meanwhile.
  await stage.getByRole("button", { name: "Pause slideshow" }).click();
  await expect(stage.getByRole("button", { name: "Play slideshow" })).toBeVisible();
  await dots.nth(0).check();
  if (!isMobile) {
    await stage.getByRole("button", { name: "Next title" }).click();
    await expect(dots.nth(1)).toBeChecked();
    await stage.getByRole("button", { name: "Previous title" }).click();
    await expect(dots.nth(0)).toBeChecked();
  }
  await dots.nth(0).focus();
  await page.keyboard.press("ArrowRight");
  await expect(dots.nth(1)).toBeChecked();
  await expect(
    stage.getByRole("link", { name: /^View title/ }).filter({ visible: true }),
  ).toHaveCount(1);
});

test("the carousel advances automatically, unless reduced motion is preferred", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  await waitForHydration(page);
  const stage = page.getByRole("region", { name: "Featured titles" });
  // It pauses under the pointer.
  await stage.hover();
  const dots = stage.getByRole("radio");
  const checked = () =>
    dots.evaluateAll((all) => all.findIndex((dot) => (dot as HTMLInputElement).checked));
  const before = await checked();
  const bar = page.locator(".featured-dot :checked + * .featured-progress");
  expect(await bar.evaluate((element) => element.getAnimations().length)).toBe(1);
  await bar.evaluate((element) => element.getAnimations()[0]?.finish());
  await expect.poll(checked).toBe((before + 1) % (await dots.count()));
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await bar.evaluate((element) => element.getAnimations().length)).toBe(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the carousel shows the first title, and a dot selects another", async ({ page }) => {
    await page.goto("/");
    const stage = page.getByRole("region", { name: "Featured titles" });
    const shown = stage.getByRole("heading", { level: 2 }).filter({ visible: true });
    await expect(shown).toHaveCount(1);
    const first = await shown.innerText();
    await stage.getByRole("radio").nth(2).check();
    await expect(shown).toHaveCount(1);
    await expect(shown).not.toHaveText(first);
  });

  test("rows and the genre index are links", async ({ page }) => {
    await page.goto("/");
    await page
      .getByRole("region", { name: "By genre" })
      .getByRole("link", { name: /^Horror/ })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Horror");
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  });
});

test("an empty list starts with an import, with titles that were seen, and with what plays @main @phone-nightly", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/");
  const start = page.getByRole("region", { name: "Get started" });
  const featured = page.getByRole("region", { name: "Featured titles" });
  await expect(featured).toHaveCount(0);
  await expect(start.getByRole("link")).toHaveText([
    /^Import your list/,
    /^Pick what you’ve seen/,
    /^Watch something/,
  ]);
  await start.getByRole("link", { name: /^Import your list/ }).click();
  await page.getByText("Where to get this file").click();
  await expect(page.getByRole("link", { name: "MyAnimeList" })).toBeVisible();
  await page.request.post("/api/user/watchList", { data: { animeId: 52991, type: "Watching" } });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await expect(start).toHaveCount(0);
  await expect(featured).toBeVisible();
});
