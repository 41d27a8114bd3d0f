import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { signUp } from "../support/sign-up";
import { expect, holdScripts, test, waitForHydration } from "../support/fixtures";
import { tabTo } from "../support/tab-to";

const FRIEREN = 52991;
const BEBOP = 1;
/** The film of the site, which plays here. */
const DEMO = 2000000001;
const RECORDED_EXPORT = join(
  import.meta.dirname,
  "../../../../shared/data/mal-export/animelist_v1.1.0_176.xml",
);

async function track(context: BrowserContext, animeId: number, fields: object): Promise<void> {
  const response = await context.request.patch("/api/user/watchlist/entry", {
    data: { animeId, ...fields },
  });
  expect(response.ok()).toBe(true);
}

async function entryOf(context: BrowserContext, animeId: number) {
  const response = await context.request.get(`/api/user/watchlist/entry?animeId=${animeId}`);
  return (
    (await response.json()) as {
      data: { state: string; score: number; tags: string[]; notes: string; episodes_seen: number };
    }
  ).data;
}

async function fillList(context: BrowserContext): Promise<void> {
  await signUp(context);
  await track(context, FRIEREN, { state: "watching", tags: ["cosy"] });
  await track(context, BEBOP, { state: "watching", tags: ["space"], episodesSeen: 3 });
}

const titles = (page: Page) =>
  page.getByRole("link", { name: /^(Sousou no Frieren|Cowboy Bebop)/ });
const undo = (page: Page) => page.getByRole("status").getByRole("button", { name: "Undo" });

async function filterByTag(page: Page, { scripts }: { scripts: boolean }): Promise<void> {
  await page.goto("/list");
  if (scripts) await waitForHydration(page);
  await page.getByRole("link", { name: "Filters", exact: true }).click();
  await page
    .getByRole("group", { name: "Your tags" })
    .getByRole("checkbox", { name: /cosy/ })
    .check();
  await page.getByRole("button", { name: "Show", exact: true }).last().click();
  await expect(page).toHaveURL(/tag=cosy/);
  await expect(titles(page)).toHaveText([/Frieren/]);

  await page.goto("/list?tag=space&genre_filter=romance");
  if (scripts) await waitForHydration(page);
  await expect(page.getByRole("heading", { name: "No titles match" })).toBeVisible();
  await page.getByRole("link", { name: /Without Romance/ }).click();
  await expect(page).toHaveURL("/list?tag=space");
  await expect(titles(page)).toHaveText([/Bebop/]);
  await page.getByRole("link", { name: /Tag: space/ }).click();
  await expect(titles(page)).toHaveCount(2);
}

async function changeTogether(
  page: Page,
  context: BrowserContext,
  { scripts }: { scripts: boolean },
): Promise<void> {
  await page.goto("/list");
  if (scripts) await waitForHydration(page);
  const form = page.getByRole("form", { name: "Change the selected titles" });
  await expect(form).toBeHidden();
  if (scripts) await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  else
    for (const box of await page.getByRole("checkbox", { name: /^Select/ }).all())
      await box.check();
  const apply = form.getByRole("button", { name: "Apply" });
  if (scripts) await expect(form.getByText("2 of 2 selected")).toBeVisible();
  await expect(apply).toBeInViewport({ ratio: 1 });
  await form.getByRole("combobox", { name: "Status" }).selectOption({ label: "Set to Paused" });
  await form.getByRole("combobox", { name: "Your score" }).selectOption("8");
  await form.getByRole("combobox", { name: "Add tags" }).fill("later");
  await apply.click();
  await expect(page.getByRole("status").filter({ hasText: "2 titles changed." })).toBeVisible();
  expect(await entryOf(context, BEBOP)).toMatchObject({
    state: "paused",
    score: 80,
    tags: ["space", "later"],
  });
  await undo(page).click();
  const undone = "The changes to 2 titles have been undone.";
  await expect(page.getByRole("status").filter({ hasText: undone })).toBeVisible();
  await expect(titles(page)).toHaveCount(2);
  expect(await entryOf(context, BEBOP)).toMatchObject({
    state: "watching",
    score: null,
    tags: ["space"],
  });
}

test("a change of all titles reaches those of the other pages", async ({ page, context }) => {
  await signUp(context);
  const { data } = (await (
    await context.request.get("/api/animes/full?limit_count=50")
  ).json()) as {
    data: { mal_id: number }[];
  };
  const animeIds = data.map(({ mal_id }) => mal_id);
  await context.request.post("/api/user/watchlist/bulk", {
    data: { animeIds, set: { state: "planned" } },
  });
  await page.goto("/list?state=planned");
  await waitForHydration(page);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const form = page.getByRole("form", { name: "Change the selected titles" });
  await expect(form.getByText(`40 of ${animeIds.length} selected`)).toBeVisible();
  await form.getByRole("checkbox", { name: `Select all ${animeIds.length} on all pages` }).check();
  await form.getByRole("combobox", { name: "Status" }).selectOption({ label: "Set to Paused" });
  const count = String(animeIds.length);
  await expect(form.getByText(`${count} of ${count} selected`)).toBeVisible();
  await form.getByRole("button", { name: "Apply" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: `${animeIds.length} titles changed.` }),
  ).toBeVisible();
  await expect(form).toBeHidden();
});

test("what is typed and chosen before scripts load stays and applies", async ({
  context,
  page,
}) => {
  await fillList(context);
  const release = await holdScripts(page);
  await page.goto("/list", { waitUntil: "commit" });
  await page.getByRole("searchbox", { name: "Search my list" }).fill("bebop");
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("title");
  release();
  await expect(page).toHaveURL("/list?q=bebop&sort=title");
  await expect(titles(page)).toHaveText([/Cowboy Bebop/]);
});

test("a list is searched while one types, which Back undoes at once", async ({ context, page }) => {
  await fillList(context);
  await page.goto("/list");
  await waitForHydration(page);
  const search = page.getByRole("searchbox", { name: "Search my list" });
  await search.pressSequentially("beb");
  await expect(titles(page)).toHaveText([/Cowboy Bebop/]);
  await search.pressSequentially("op");
  await expect(page).toHaveURL("/list?q=bebop");
  await expect(search).toHaveValue("bebop");
  await expect(search).toBeFocused();
  await search.blur();
  await page.goBack();
  await expect(page).toHaveURL("/list");
  await expect(titles(page)).toHaveCount(2);
  await expect(search).toHaveValue("");
});

test("a list is filtered by own tags, and an empty result names the filter to drop", async ({
  page,
  context,
}) => {
  await fillList(context);
  await filterByTag(page, { scripts: true });
});

test("selected titles change together, and one Undo takes all back @main @phone-nightly", async ({
  page,
  context,
}) => {
  await fillList(context);
  await changeTogether(page, context, { scripts: true });
});

test("the table counts up and saves notes with the keyboard alone", async ({ page, context }) => {
  await fillList(context);
  await page.goto("/list?view=table&sort=title");
  await waitForHydration(page);
  await expect(page.getByRole("row")).toHaveCount(3);
  const seen = page.getByRole("spinbutton", { name: "Episodes watched of Cowboy Bebop" });
  await seen.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(seen).toHaveValue("4");
  await expect(page.getByRole("row", { name: /Cowboy Bebop/ })).toContainText("of 26");
  const edit = page.getByRole("link", { name: "Edit Cowboy Bebop" });
  await edit.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Cowboy Bebop" });
  await tabTo(page, dialog.getByLabel("Notes"));
  await page.keyboard.type("See you, space cowboy");
  await tabTo(page, dialog.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Cowboy Bebop saved." })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();
  expect(await entryOf(context, BEBOP)).toMatchObject({
    episodes_seen: 4,
    notes: "See you, space cowboy",
    tags: ["space"],
  });
});

async function changeInTable(page: Page, context: BrowserContext, mode: { scripts: boolean }) {
  await fillList(context);
  await page.goto("/list?view=table&sort=title");
  if (mode.scripts) await waitForHydration(page);
  const row = page.getByRole("row", { name: /Cowboy Bebop/ });
  const save = async (label: string) => {
    if (mode.scripts) await page.keyboard.press("Tab");
    else
      await row
        .locator("form")
        .filter({ has: page.getByLabel(label) })
        .getByRole("button", { name: "Save" })
        .click();
  };
  await row.getByLabel("Episodes watched of Cowboy Bebop").fill("12");
  await save("Episodes watched of Cowboy Bebop");
  await expect(page.getByRole("status").filter({ hasText: "Cowboy Bebop saved." })).toBeVisible();
  await row.getByLabel("Your score for Cowboy Bebop").selectOption("9");
  if (!mode.scripts) await save("Your score for Cowboy Bebop");
  await expect(page.getByRole("status").filter({ hasText: "Cowboy Bebop rated 9" })).toBeVisible();
  expect(await entryOf(context, BEBOP)).toMatchObject({ episodes_seen: 12, score: 90 });
  await expect(row.getByLabel("Episodes watched of Cowboy Bebop")).toHaveValue("12");

  await page.getByRole("columnheader").getByRole("link", { name: "Your score" }).click();
  await expect(page).toHaveURL("/list?sort=own_score&view=table");
  await expect(page.getByRole("columnheader", { name: "Your score" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(titles(page)).toHaveText([/Cowboy Bebop/, /Frieren/]);
}

test("the table is sorted by its heads, and changes progress and score in place", ({
  page,
  context,
}) => changeInTable(page, context, { scripts: true }));

test("the controls of a list take two rows of a phone, and none is lost", async ({
  page,
  context,
}) => {
  await fillList(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/list");
  await waitForHydration(page);
  const main = page.getByRole("main");
  const top = async (name: string, controls: readonly Locator[]) => {
    const tops = await Promise.all(
      controls.map(async (control) => (await control.boundingBox())?.y),
    );
    expect(new Set(tops.map((y) => Math.round((y ?? 0) / 12))).size, name).toBe(1);
    return tops[0] ?? 0;
  };
  const find = await top("find", [
    main.getByRole("searchbox", { name: "Search my list" }),
    main.getByRole("combobox", { name: "Sort by" }),
    main.getByRole("link", { name: "Filters" }),
  ]);
  const show = await top("show", [
    main.getByRole("button", { name: "One per franchise" }),
    main.getByRole("form", { name: "Layout" }).getByRole("button", { name: "Table" }),
  ]);
  expect(show - find).toBeLessThan(64);
  const first = await main.getByRole("list", { name: "Watching" }).boundingBox();
  expect((first?.y ?? Infinity) - show).toBeLessThan(64);
  await expect(main.getByRole("button", { name: "Show", exact: true })).toHaveCount(0);
});

test("one card per franchise tells what was seen of all its titles", async ({ page, context }) => {
  await signUp(context);
  await track(context, FRIEREN, { state: "completed" });
  await track(context, 59978, { state: "watching", episodesSeen: 3 });
  for (const layout of ["rows", "grid", "table"]) {
    await page.goto(`/list?franchises=collapse&view=${layout}`);
    await expect(page.getByText("31 of 38 watched in the franchise")).toBeVisible();
  }
  await page.goto("/list");
  await expect(page.getByText("watched in the franchise")).toHaveCount(0);
});

test("a row is one line from tablets on, and Drop moves its title by one click", async ({
  page,
  context,
}) => {
  await fillList(context);
  for (const width of [768, 820, 1024]) {
    await page.setViewportSize({ width, height: 1000 });
    await page.goto("/list?state=all&view=rows");
    await waitForHydration(page);
    const rows = page.getByRole("list", { name: "All" }).getByRole("listitem");
    for (const row of await rows.all()) {
      const [link, remove] = await Promise.all([
        row.getByRole("link").first().boundingBox(),
        row.getByRole("button", { name: /^Remove/ }).boundingBox(),
      ]);
      const middle = (remove?.y ?? 0) + (remove?.height ?? 0) / 2;
      expect(middle, String(width)).toBeGreaterThan(link?.y ?? Infinity);
      expect(middle, String(width)).toBeLessThan((link?.y ?? 0) + (link?.height ?? 0));
    }
  }
  await page.goto("/list");
  await waitForHydration(page);
  const drop = page.getByRole("main").getByRole("button", { name: /^Drop / });
  const count = await drop.count();
  await drop.first().click();
  await expect(drop).toHaveCount(count - 1);
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(drop).toHaveCount(count);
});

for (const scripts of [true, false])
  test.describe(() => {
    test.use({ javaScriptEnabled: scripts });

    test(`what plays here is one click away, ${scripts ? "with" : "without"} scripts`, async ({
      page,
      context,
    }) => {
      await signUp(context);
      await track(context, FRIEREN, { state: "watching" });
      await track(context, DEMO, { state: "watching" });
      await page.goto("/list?view=rows");
      const rows = page.getByRole("list", { name: "Watching" }).getByRole("listitem");
      await expect(rows).toHaveCount(2);
      const link = page.getByRole("main").getByRole("link", { name: "Plays here", exact: true });
      await link.click();
      await expect(page).toHaveURL("/list?playable_filter=true&view=rows");
      await expect(rows).toHaveCount(1);
      await expect(link).toHaveAttribute("aria-current", "true");
      await link.click();
      await expect(page).toHaveURL("/list?view=rows");
      await expect(rows).toHaveCount(2);

      await page.getByRole("combobox", { name: "Sort by" }).selectOption("Plays here");
      if (!scripts) await page.getByRole("button", { name: "Show" }).click();
      await expect(page).toHaveURL(/sort=playable/);
      const main = page.getByRole("main");
      await expect(main.getByRole("heading", { level: 2 })).toHaveText(["Plays here", "Not here"]);
      const group = (name: string) => main.getByRole("list", { name, exact: true });
      await expect(group("Plays here").getByRole("listitem")).toHaveCount(1);
      await expect(
        group("Not here")
          .getByRole("link", { name: /Frieren/ })
          .first(),
      ).toBeVisible();
    });
  });

async function chooseLayout(page: Page, context: BrowserContext, mode: { scripts: boolean }) {
  await fillList(context);
  await page.goto("/list?sort=title");
  if (mode.scripts) await waitForHydration(page);
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.getByRole("form", { name: "Layout" }).getByRole("button", { name: "Table" }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page).toHaveURL("/list?sort=title");
  await expect(page.getByRole("button", { name: "Table" })).toHaveAttribute("aria-pressed", "true");
  await page.goto("/list?state=paused");
  await page.goto("/list");
  await expect(page.getByRole("table")).toBeVisible();
}

test("the layout is kept for the next visit", ({ page, context }) =>
  chooseLayout(page, context, { scripts: true }));

const kitsu = {
  data: [
    {
      id: "1",
      type: "libraryEntries",
      attributes: { status: "current", progress: 5, ratingTwenty: 17, notes: "From Kitsu" },
      relationships: { anime: { data: { type: "anime", id: "1" } } },
    },
  ],
  included: [
    { id: "1", type: "anime", attributes: { canonicalTitle: "Cowboy Bebop" } },
    {
      id: "9",
      type: "mappings",
      attributes: { externalSite: "myanimelist/anime", externalId: String(BEBOP) },
      relationships: { item: { data: { type: "anime", id: "1" } } },
    },
  ],
};
const simkl = {
  shows: [],
  movies: [],
  anime: [
    {
      status: "hold",
      user_rating: 9,
      watched_episodes_count: 7,
      memo: { text: "From Simkl" },
      show: { title: "Sousou no Frieren", year: 2023, ids: { simkl: 1, mal: String(FRIEREN) } },
    },
    { status: "watching", show: { title: "Nowhere", year: 1901, ids: { simkl: 2 } } },
  ],
};

test("lists of Kitsu and Simkl are imported, and what is missing can be downloaded", async ({
  page,
  context,
}) => {
  await signUp(context);
  for (const [name, list] of Object.entries({ kitsu, simkl })) {
    await page.goto("/list/import");
    await waitForHydration(page);
    await page.getByLabel(/^File/).setInputFiles({
      name: `${name}.json`,
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(list)),
    });
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByRole("main")).toContainText("Your list has been imported.");
  }
  expect(await entryOf(context, BEBOP)).toMatchObject({
    state: "watching",
    score: 85,
    episodes_seen: 5,
    notes: "From Kitsu",
  });
  expect(await entryOf(context, FRIEREN)).toMatchObject({
    state: "paused",
    score: 90,
    episodes_seen: 7,
    notes: "From Simkl",
  });
  const download = page.waitForEvent("download");
  await page
    .getByText("Download the rejected entries")
    .locator("..")
    .getByRole("link", { name: "CSV" })
    .click();
  expect((await download).suggestedFilename()).toBe("not-imported.csv");
});

test("a recorded export of MyAnimeList is imported once, and undone at once", async ({
  page,
  context,
}) => {
  test.skip(!existsSync(RECORDED_EXPORT), "The recorded exports are not beside the project.");
  await signUp(context);
  const preview = async () => {
    await page.goto("/list/import");
    await waitForHydration(page);
    await page.getByLabel(/^File/).setInputFiles(RECORDED_EXPORT);
    await page.getByRole("button", { name: "Preview" }).click();
  };
  const total = async () => {
    const response = await context.request.get("/api/user/watchlist");
    return ((await response.json()) as { data: unknown[] }).data.length;
  };
  await preview();
  await expect(page.getByRole("main")).toContainText("Nothing has been saved yet");
  expect(await total()).toBe(0);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("Your list has been imported.");
  const imported = await total();
  expect(imported).toBeGreaterThan(0);
  await preview();
  await expect(page.getByRole("main")).toContainText("This file wouldn’t change your list.");
  const tabs = page.getByRole("navigation", { name: "My list" }).getByRole("link");
  await expect(tabs).toHaveText(["My list", "List history", "Import a list"]);
  await tabs.nth(1).click();
  await expect(tabs.and(page.locator("[aria-current=page]"))).toHaveText("List history");
  await expect(page.getByRole("main")).toContainText(/\d+ titles imported/);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByRole("main")).toContainText("Undone");
  expect(await total()).toBe(0);
});

test("axe finds no serious violation in the layouts and filters @phone-nightly", async ({
  page,
  context,
}) => {
  await fillList(context);
  for (const query of ["filters=open", "view=grid", "view=table", "tag=none"]) {
    await page.goto(`/list?${query}`);
    await waitForHydration(page);
    expect(await seriousViolations(page), query).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, query).toBeLessThanOrEqual(0);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the layout is kept for the next visit", ({ page, context }) =>
    chooseLayout(page, context, { scripts: false }));

  test("the table is sorted by its heads, and changes progress and score in place", ({
    page,
    context,
  }) => changeInTable(page, context, { scripts: false }));

  test("filters, bulk changes and notes work with plain forms", async ({ page, context }) => {
    await fillList(context);
    await filterByTag(page, { scripts: false });
    await changeTogether(page, context, { scripts: false });
    await page.goto("/list?sort=title&view=table");
    await page.getByRole("link", { name: "Edit Cowboy Bebop" }).click();
    await expect(page).toHaveURL(`/list?sort=title&view=table&edit=${BEBOP}#entry`);
    const form = page.getByRole("form", { name: "Edit entry" });
    await form.getByRole("textbox", { name: "Notes" }).fill("plain");
    await form.getByRole("textbox", { name: "Episodes watched" }).fill("27");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByLabel("Episodes watched")).toHaveAccessibleDescription(/at most 26/);
    await expect(form.getByRole("textbox", { name: "Notes" })).toHaveValue("plain");
    await form.getByRole("textbox", { name: "Episodes watched" }).fill("3");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveURL("/list?sort=title&view=table");
    await expect(page.getByRole("status").filter({ hasText: "Cowboy Bebop saved." })).toBeVisible();
    expect(await entryOf(context, BEBOP)).toMatchObject({ notes: "plain" });
  });
});
