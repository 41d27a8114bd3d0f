import type { Page } from "@playwright/test";
import { signUp } from "../support/sign-up";
import { expect, holdScripts, waitForHydration, test } from "../support/fixtures";

/** The filters are a sheet on phones. */
async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^Filters/ });
  if (await button.isVisible()) await button.click();
}

async function closeFilters(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^Show [\d,]+ titles?/ });
  if (await button.isVisible()) await button.click();
}

const titles = (page: Page) => page.getByRole("region", { name: "Results" }).getByRole("listitem");
const form = (page: Page) => page.getByRole("form", { name: "Filters" });

test("filters apply immediately, appear in the URL, and Back reverts them @main @phone", async ({
  page,
}) => {
  await page.goto("/browse");
  await waitForHydration(page);
  await openFilters(page);
  await form(page).getByRole("checkbox", { name: "Movie", exact: true }).check();
  await expect(page).toHaveURL("/browse?type_filter=Movie");
  await form(page)
    .getByRole("combobox", { name: /^Score/ })
    .selectOption("8");
  await expect(page).toHaveURL("/browse?type_filter=Movie&score_filter=8");
  await closeFilters(page);
  await expect(page.getByRole("link", { name: "Remove Movie" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/browse?type_filter=Movie");
  await page.goBack();
  await expect(page).toHaveURL("/browse");
  await openFilters(page);
  await expect(form(page).getByRole("checkbox", { name: "Movie", exact: true })).not.toBeChecked();
});

test("choices made before scripts load apply once they do", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/browse", { waitUntil: "commit" });
  const tv = form(page).getByRole("checkbox", { name: "TV", exact: true });
  await tv.check();
  const year = form(page).getByRole("textbox", { name: "Year" });
  await year.fill("2009");
  release();
  await expect(page).toHaveURL("/browse?type_filter=TV&year_filter=2009");
  await expect(tv).toBeChecked();
  await expect(year).toHaveValue("2009");
});

test("an order chosen before scripts load applies once they do", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/browse", { waitUntil: "commit" });
  await page.getByRole("combobox", { name: "Sort by" }).selectOption({ index: 2 });
  const chosen = await page.getByRole("combobox", { name: "Sort by" }).inputValue();
  release();
  await expect(page).toHaveURL(new RegExp(`[?&]order_by=${chosen}`));
  await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue(chosen);
});

test("filters changed while the listing loads appear in the URL once", async ({ page }) => {
  await page.goto("/browse?type_filter=TV");
  await page.goto("/browse");
  await waitForHydration(page);
  await openFilters(page);
  const requested: string[] = [];
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/browse\.data/, async (route) => {
    requested.push(new URL(route.request().url()).search);
    await gate;
    await route.continue().catch(() => undefined);
  });
  const choice = (name: string) => form(page).getByRole("checkbox", { name, exact: true });
  await choice("Movie").check();
  await choice("Movie").uncheck();
  await choice("OVA").check();
  await choice("Special").check();
  await expect.poll(() => requested.length).toBe(4);
  release();
  await expect(page).toHaveURL("/browse?type_filter=OVA%2CSpecial");
  await expect(choice("OVA")).toBeChecked();
  await expect(choice("Special")).toBeChecked();
  await expect(choice("Movie")).not.toBeChecked();
  await closeFilters(page);
  await page.goBack();
  await expect(page).toHaveURL("/browse");
  await page.goBack();
  await expect(page).toHaveURL("/browse?type_filter=TV");
});

test("a choice made the moment a page arrives stays, as do those made until its own arrives", async ({
  page,
}) => {
  await page.goto("/browse");
  await waitForHydration(page);
  await openFilters(page);
  const gates: (() => void)[] = [];
  await page.route(/\/browse\.data/, async (route) => {
    await new Promise<void>((resolve) => gates.push(resolve));
    await route.continue().catch(() => undefined);
  });
  const choice = (name: string) => form(page).getByRole("checkbox", { name, exact: true });
  await choice("Movie").check();
  await expect.poll(() => gates.length).toBe(1);
  await choice("OVA").evaluate((ova: HTMLInputElement) => {
    const seen: boolean[] = [];
    Object.assign(window, { seen });
    const watch = (): void => {
      seen.push(ova.checked);
      requestAnimationFrame(watch);
    };
    const results = document.querySelector("main section[aria-busy]");
    new MutationObserver((_, observer) => {
      observer.disconnect();
      ova.click();
      watch();
    }).observe(results ?? document.body, { childList: true, subtree: true });
  });
  gates[0]?.();
  await expect.poll(() => gates.length).toBe(2);
  await expect(page).toHaveURL("/browse?type_filter=Movie");
  await choice("Special").check();
  await expect.poll(() => gates.length).toBe(3);
  gates.forEach((open) => open());
  await expect(page).toHaveURL("/browse?type_filter=Movie%2COVA%2CSpecial");
  const seen = await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen);
  expect(new Set(seen)).toEqual(new Set([true]));
  for (const name of ["Movie", "OVA", "Special"]) await expect(choice(name)).toBeChecked();
});

test("chips show the applied filters and remove them @main @phone-nightly", async ({ page }) => {
  await page.goto("/browse?genre_filter=action,drama&score_filter=8");
  await expect(
    page.getByRole("list", { name: "Applied filters" }).getByRole("listitem"),
  ).toHaveCount(4);
  await page.getByRole("link", { name: "Remove Drama" }).click();
  await expect(page).toHaveURL("/browse?genre_filter=action&score_filter=8");
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(page).toHaveURL("/browse");
  await expect(page.getByRole("list", { name: "Applied filters" })).toHaveCount(0);
});

test("the count is exact, pages are numbered, and both views show the same titles @main", async ({
  page,
}) => {
  await page.goto("/browse?order_by=title_asc");
  const total = Number((await page.getByRole("status").innerText()).replace(/\D/g, ""));
  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.getByRole("link", { name: `Page ${Math.ceil(total / 36)}` }).click();
  await expect(titles(page)).toHaveCount(total % 36 || 36);
  const first = await titles(page).first().locator("[lang]:not([aria-hidden])").innerText();
  await page.getByRole("link", { name: "List", exact: true }).click();
  await expect(page).toHaveURL(/view=list/);
  const rows = page.getByRole("region", { name: "Results" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(total % 36 || 36);
  await expect(rows.first().locator("[lang]:not([aria-hidden])")).toHaveText(first);
});

test("Load more appends titles, updates the page in the URL, and Back restores them @main", async ({
  page,
}) => {
  await page.goto("/browse");
  await waitForHydration(page);
  const more = page.getByRole("link", { name: "Show more" });
  await more.click();
  await expect(page).toHaveURL("/browse?page_number=2");
  await expect(titles(page)).toHaveCount(72);
  await more.click();
  await expect(titles(page)).toHaveCount(108);
  await titles(page).nth(80).getByRole("link").click();
  await expect(page).toHaveURL(/\/anime\//);
  await page.goBack();
  await expect(titles(page)).toHaveCount(108);
  await expect(titles(page).nth(80)).toBeInViewport();
  await page.reload();
  await expect(page).toHaveURL("/browse?page_number=3");
  await expect(titles(page)).toHaveCount(36);
});

test("a cross-fade that the browser skips is no error", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      document.documentElement.dataset["skipped"] = "true";
      transition.skipTransition();
      return transition;
    };
  });
  await page.goto("/browse");
  await waitForHydration(page);
  await titles(page).first().getByRole("link").click();
  await expect(page).toHaveURL(/\/anime\//);
  await expect(page.locator("html[data-skipped]")).toHaveCount(1);
  await page.goBack();
  await expect(titles(page)).toHaveCount(36);
});

test("a season links to the previous and next one", async ({ page }) => {
  await page.goto("/browse?season_filter=Winter&year_filter=2020");
  await page
    .getByRole("navigation", { name: "Seasons" })
    .getByRole("link", { name: "Fall 2019" })
    .click();
  await expect(page).toHaveURL("/browse?season_filter=Fall&year_filter=2019");
});

test("genres chosen together narrow, unless any of them will do @main", async ({ page }) => {
  await page.goto("/browse?genre_filter=Comedy");
  await waitForHydration(page);
  await openFilters(page);
  const genres = form(page).getByRole("group", { name: "Genres" });
  const drama = genres.getByRole("checkbox", { name: /^Drama/ });
  const offered = await drama.locator("xpath=..").locator("span").last().innerText();
  await expect(genres.getByRole("radiogroup")).toBeHidden();
  await drama.check();
  await expect(page).toHaveURL("/browse?genre_match=all&genre_filter=Comedy%2CDrama");
  await expect(page.getByRole("main").getByRole("status").first()).toContainText(offered);
  const action = genres.getByRole("checkbox", { name: /^Action/ });
  const count = action.locator("xpath=..").locator("span").last();
  const narrowed = await count.innerText();
  await genres.getByRole("radio", { name: "Any of these" }).check();
  await expect(page).toHaveURL("/browse?genre_filter=Comedy%2CDrama");
  // The counts follow the URL.
  await expect(count).not.toHaveText(narrowed);
  const widened = await count.innerText();
  await action.check();
  await expect(page).toHaveURL("/browse?genre_filter=Action%2CComedy%2CDrama");
  await expect(page.getByRole("main").getByRole("status").first()).toContainText(widened);
});

test("genres can be searched in their list", async ({ page }) => {
  await page.goto("/browse");
  await waitForHydration(page);
  await openFilters(page);
  await page.getByRole("searchbox", { name: "Search genres in the list" }).fill("slice");
  await expect(
    form(page)
      .getByRole("group", { name: "Genres" })
      .getByRole("checkbox", { name: /^(?!Exclude)/ })
      .filter({ visible: true }),
  ).toHaveCount(1);
});

test("a genre is excluded with its minus button or a minus prefix", async ({ page }) => {
  await page.goto("/browse?type_filter=Movie");
  await waitForHydration(page);
  await openFilters(page);
  await page.getByRole("searchbox", { name: "Search genres in the list" }).fill("-dra");
  await form(page).getByRole("checkbox", { name: "Exclude Drama" }).check();
  await expect(page).toHaveURL("/browse?genre_exclude=Drama&type_filter=Movie");
  await closeFilters(page);
  await page.getByRole("link", { name: "Remove Not Drama" }).click();
  await expect(page).toHaveURL("/browse?type_filter=Movie");
});

test("studio counts follow the other filters", async ({ page }) => {
  await page.goto("/browse?type_filter=Movie");
  await waitForHydration(page);
  await openFilters(page);
  const find = page.getByRole("searchbox", { name: "Search studios" });
  await find.fill("ghibli");
  const studio = form(page).getByRole("checkbox", { name: /^Studio Ghibli/ });
  const label = await studio.evaluate((box) => box.closest("label")?.textContent);
  const count = /(\d+)$/.exec(label ?? "")?.[1] ?? "none";
  await studio.check();
  await closeFilters(page);
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(
    new RegExp(`^${count} titles?$`),
  );
});

test("arrow keys on the sort apply on Enter or when leaving it, a choice at once", async ({
  page,
}) => {
  await page.goto("/browse");
  await waitForHydration(page);
  const sort = page.getByRole("combobox", { name: "Sort by" });
  await sort.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(sort).toHaveValue("newest");
  await expect(page).toHaveURL("/browse");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/browse?order_by=newest");
  // The arrived page shows its own order.
  await expect(page.getByRole("region", { name: "Results" })).toHaveAttribute("aria-busy", "false");
  await expect(sort).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page).toHaveURL("/browse?order_by=newest");
  await sort.blur();
  await expect(page).toHaveURL("/browse?order_by=popularity");
  await sort.selectOption("title_asc");
  await expect(page).toHaveURL("/browse?order_by=title_asc");
  await page.goBack();
  await expect(sort).toHaveValue("popularity");
});

test("the focus stays near when a filter's chip is removed", async ({ page }) => {
  await page.goto("/browse?genre_filter=action,drama");
  await waitForHydration(page);
  await page.getByRole("link", { name: "Remove Action" }).press("Enter");
  await expect(page).toHaveURL("/browse?genre_filter=drama");
  await expect(page.getByRole("link", { name: "Remove Drama" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/browse");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("main") !== null))
    .toBe(true);
});

test("the focus stays near when its code arrives after the page", async ({ page }) => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  await page.route(/\/restored-focus-/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto("/browse?genre_filter=action,drama");
  await waitForHydration(page);
  await page.getByRole("link", { name: "Remove Action" }).press("Enter");
  await expect(page).toHaveURL("/browse?genre_filter=drama");
  await expect(page.getByRole("link", { name: "Remove Action" })).toHaveCount(0);
  open();
  await expect(page.getByRole("link", { name: "Remove Drama" })).toBeFocused();
});

test("a link leads past the filters to the results", async ({ page, isMobile }) => {
  test.skip(isMobile, "The filters are closed.");
  await page.goto("/browse");
  await waitForHydration(page);
  const skip = page.getByRole("link", { name: "Skip to results" });
  await skip.focus();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(titles(page).first().getByRole("link")).toBeFocused();
});

test("Back leads to where one was", async ({ page }) => {
  await page.goto("/browse");
  await waitForHydration(page);
  const link = titles(page).nth(30).getByRole("link");
  await link.scrollIntoViewIfNeeded();
  const height = await page.evaluate(() => scrollY);
  expect(height).toBeGreaterThan(500);
  await link.click();
  await expect(page).toHaveURL(/\/anime\//);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/browse/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(height);
  await expect(link).toBeInViewport();
});

test("a page opens at its top at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/browse");
  await waitForHydration(page);
  await titles(page).nth(30).getByRole("link").scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
  const heights = await page.evaluate(() => {
    const seen = { heights: [] as number[] };
    addEventListener("scroll", () => {
      if (location.pathname !== "/browse") seen.heights.push(scrollY);
    });
    Object.assign(window, { seen });
    return seen.heights;
  });
  expect(heights).toEqual([]);
  await titles(page).nth(30).getByRole("link").click();
  await expect(page).toHaveURL(/\/anime\//);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { heights: number[] } }).seen.heights,
  );
  expect(seen.filter((height) => height > 0)).toEqual([]);
});

test("studios are found by typing, and several can be selected @main @phone-nightly", async ({
  page,
}) => {
  await page.goto("/browse");
  await waitForHydration(page);
  await openFilters(page);
  const find = page.getByRole("searchbox", { name: "Search studios" });
  await find.fill("madh");
  await form(page)
    .getByRole("checkbox", { name: /^Madhouse/ })
    .check();
  await find.fill("bones");
  await form(page)
    .getByRole("checkbox", { name: /^Bones/ })
    .first()
    .check();
  await expect(page).toHaveURL("/browse?studio_filter=Madhouse&studio_filter=Bones");
  await find.fill("no such studio anywhere");
  await expect(form(page).getByRole("checkbox", { name: /^Madhouse/ })).toBeChecked();
  await closeFilters(page);
  await expect(
    page.getByRole("list", { name: "Applied filters" }).getByRole("listitem"),
  ).toHaveCount(3);
});

test("themes, sources and producers complete what is typed, with counts, and apply at once", async ({
  page,
}) => {
  await page.goto("/browse?type_filter=Movie");
  await waitForHydration(page);
  await openFilters(page);
  await form(page).getByText("More filters").click();
  for (const name of ["Themes", "Source", "Producers"]) {
    const field = form(page).getByRole("combobox", { name, exact: true });
    await field.focus();
    await expect(field.locator("xpath=following-sibling::datalist/option").first()).toBeAttached();
  }
  const themes = form(page).getByRole("combobox", { name: "Themes", exact: true });
  const option = themes.locator("xpath=following-sibling::datalist/option").first();
  const value = (await option.getAttribute("value")) ?? "";
  const count = /\((\d+)\)$/.exec((await option.getAttribute("label")) ?? "")?.[1] ?? "none";
  // A browser sets the text of the option that is chosen.
  await themes.fill(value);
  await expect(page).toHaveURL(/theme_filter=/);
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(
    new RegExp(`^${count} titles?$`),
  );
});

test("a legend tells what the marks on cards mean, for who has a list", async ({
  context,
  page,
}) => {
  const results = page.getByRole("region", { name: "Results" });
  await page.goto("/browse");
  await expect(results.getByText("On my list as")).toHaveCount(0);
  await signUp(context);
  for (const [animeId, state] of [
    [52991, "watching"],
    [5114, "planned"],
  ] as const)
    await context.request.patch("/api/user/watchlist/entry", { data: { animeId, state } });
  await page.goto("/browse");
  await expect(results.getByText("On my list as").locator("..")).toHaveText(
    /On my list as\s*Planned\s*Watching/,
  );
});

test("each option shows how many titles it would match", async ({ page }) => {
  await page.goto("/browse?type_filter=Movie");
  await waitForHydration(page);
  await openFilters(page);
  const drama = form(page).getByRole("checkbox", { name: /^Drama/ });
  const count =
    /(\d+)$/.exec((await drama.evaluate((box) => box.closest("label")?.textContent)) ?? "")?.[1] ??
    "none";
  await drama.check();
  await closeFilters(page);
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(
    new RegExp(`^${count} titles?$`),
  );
});

test("an empty result suggests the filter to remove", async ({ page }) => {
  await page.goto("/browse?type_filter=Movie&aired_day_filter=monday");
  await expect(page.getByRole("heading", { name: "No titles match your filters" })).toBeVisible();
  await page.getByRole("link", { name: /^Without Mondays/ }).click();
  await expect(titles(page).first()).toBeVisible();
});

test("an invalid URL is a 400 with an explanation @main", async ({ page }) => {
  const response = await page.goto("/browse?score_filter=eleven");
  expect(response?.status()).toBe(400);
  await expect(page.getByRole("main")).toContainText("score_filter");
});

test("the header search leads to the results @main @phone-nightly", async ({ page }) => {
  await page.goto("/");
  const search = page.getByRole("banner").getByLabel("Search titles");
  await search.fill("Cowboy Bebop");
  await search.press("Enter");
  await expect(page).toHaveURL("/browse?search_query=Cowboy+Bebop");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("“Cowboy Bebop”");
});

test("the filters stay where they are when the scripts begin to run", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/browse", { waitUntil: "commit" });
  const parts = form(page).locator("legend, button[type=submit]");
  const tops = () =>
    parts.evaluateAll(async (elements) => {
      await document.fonts.ready;
      return elements.map((element) => Math.round(element.getBoundingClientRect().top));
    });
  await expect(form(page).getByRole("button", { name: /^Show/ })).toBeVisible();
  // The page is streamed: parts of the form come after its button, and move what follows them.
  await page.waitForFunction(
    () => document.readyState !== "loading" && !document.querySelector("template[id^='B:']"),
  );
  // React shows a part that has arrived a moment later.
  await expect.poll(tops).not.toContain(0);
  const before = await tops();
  release();
  await waitForHydration(page);
  expect(before.length).toBeGreaterThan(3);
  expect(await tops()).toEqual(before);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form submits by GET, and chips are links @main @phone-nightly", async ({ page }) => {
    await page.goto("/browse");
    await openFilters(page);
    // It has to be there before the second genre is chosen.
    await expect(form(page).getByRole("radio", { name: "Any of these" })).toBeVisible();
    await form(page).getByRole("checkbox", { name: "Movie", exact: true }).check();
    await form(page)
      .getByRole("checkbox", { name: /^Drama/ })
      .check();
    await form(page)
      .getByRole("button", { name: /^(Apply|Show)/ })
      .click();
    await expect(page).toHaveURL(/type_filter=Movie/);
    await expect(page.getByRole("link", { name: "Remove Drama" })).toBeVisible();
    await page.getByRole("link", { name: "Remove Movie" }).click();
    await expect(page).toHaveURL("/browse?genre_filter=drama");
    await openFilters(page);
    await expect(form(page).getByRole("checkbox", { name: /^Drama/ })).toBeChecked();
  });
});
