import type { BrowserContext, Page } from "@playwright/test";
import { openListSheet } from "../support/list-sheet";
import { signUp } from "../support/sign-up";
import { expect, waitForHydration, test } from "../support/fixtures";

const FRIEREN = "/anime/52991/sousou-no-frieren";
const NAME = /Sousou no Frieren/;

interface StoredEntry {
  mal_id: number;
  type: string;
  own_score: number | null;
}

async function stored(context: BrowserContext): Promise<StoredEntry[]> {
  return (
    (await (await context.request.get("/api/user/watchList")).json()) as { data: StoredEntry[] }
  ).data;
}

async function searches(context: BrowserContext): Promise<string[]> {
  const { data } = (await (await context.request.get("/api/user/searchHistory")).json()) as {
    data: { query: string }[];
  };
  return data.map(({ query }) => query);
}

const control = (page: Page) => page.getByRole("form", { name: "My list" });
const row = (page: Page) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name: NAME }) });
/** Uses a dialog with scripts, and the page without. */
async function setState(page: Page, label: string): Promise<void> {
  await row(page).getByRole("link", { name: /^Edit/ }).click();
  const form = page.getByRole("form", { name: "Edit entry" });
  await form.getByLabel("Status").selectOption({ label });
  await form.getByRole("button", { name: "Save" }).click();
}
/** Adds to the favourites and removes from the list, in the editor. */
async function editAway(page: Page, { scripts }: { scripts: boolean }): Promise<void> {
  const open = () => row(page).getByRole("link", { name: /^Edit/ }).click();
  await open();
  await page.getByRole("button", { name: "Add to favourites" }).click();
  // A plain form closes the editor.
  if (!scripts) await open();
  await expect(page.getByRole("button", { name: "Remove from favourites" })).toBeVisible();
  // Two changes at once could be answered in either order.
  if (scripts) await expect(page.getByText("added to your favourites")).toBeAttached();
  await page.getByRole("button", { name: "Remove from my list" }).click();
  await expect(page.getByRole("form", { name: "Edit entry" })).toHaveCount(0);
}

async function favorites(context: BrowserContext): Promise<number[]> {
  const response = await context.request.get("/api/user/profile");
  return ((await response.json()) as { data: { favorite_animes: number[] } }).data.favorite_animes;
}

const undo = (page: Page) => page.getByRole("status").getByRole("button", { name: "Undo" });

/** All tests share the client's rate limit, so one user does it all. */
async function editList(
  page: Page,
  context: BrowserContext,
  { scripts }: { scripts: boolean },
): Promise<void> {
  await page.goto(FRIEREN);
  if (scripts) await waitForHydration(page);
  await openListSheet(page);
  await control(page).getByRole("button", { name: "Planned" }).click();
  await expect(page.getByRole("status")).toContainText("added to Planned");
  await openListSheet(page);
  await expect(control(page).getByRole("button", { name: "Planned" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  await page.goto("/list");
  if (scripts) await waitForHydration(page);
  await expect(page.getByRole("heading", { name: "Nothing in Watching" })).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Lists" });
  await tabs.getByRole("link", { name: "Planned 1" }).click();
  await expect(page).toHaveURL("/list?state=planned");
  await expect(row(page)).toContainText("Planned");
  await setState(page, "Watching");
  await expect(page.getByRole("status")).toContainText("Sousou no Frieren saved.");
  await expect(row(page)).toHaveCount(0);
  await undo(page).click();
  await expect(row(page)).toHaveCount(1);

  await row(page)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(page.getByRole("status")).toContainText("removed from your list");
  await expect(row(page)).toHaveCount(0);
  await expect.poll(() => stored(context)).toEqual([]);
  await undo(page).click();
  await expect(row(page)).toHaveCount(1);
  await expect.poll(() => stored(context)).toMatchObject([{ mal_id: 52991, type: "To Watch" }]);

  await editAway(page, { scripts });
  await expect(page.getByRole("status")).toContainText("removed from your list");
  await expect(row(page)).toHaveCount(0);
  expect(await favorites(context)).toEqual([52991]);
  await undo(page).click();
  await expect(row(page)).toHaveCount(1);
}

test("a user adds a title to the list, moves and removes it, and undoes both @main @phone-nightly", async ({
  page,
  context,
}) => {
  await signUp(context);
  await editList(page, context, { scripts: true });
  await page
    .getByRole("search", { name: "My list" })
    .getByRole("searchbox")
    .fill("nothing like it");
  await expect(page.getByRole("heading", { name: /No results for .* in Planned/ })).toBeVisible();
  await page.goto("/list?state=planned&q=frieren&sort=title");
  await expect(row(page)).toHaveCount(1);
});

async function importList(
  page: Page,
  context: BrowserContext,
  { scripts }: { scripts: boolean },
): Promise<void> {
  await signUp(context);
  await page.goto("/list/import");
  if (scripts) await waitForHydration(page);
  const list = [
    { mal_id: 52991, type: "Completed", own_score: 10, notes: "Again in winter" },
    { mal_id: 2_147_483_000, title: "Nowhere", type: "Watching" },
  ];
  await page.getByLabel(/^File/).setInputFiles({
    name: "list.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(list)),
  });
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("main")).toContainText("Nothing has been saved yet");
  expect(await stored(context)).toEqual([]);
  await page.getByText("1 not found").click();
  await expect(page.getByText("This title isn’t in the catalog.")).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("Your list has been imported.");
  await page.goto("/list?type=completed");
  if (scripts) await waitForHydration(page);
  await row(page)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(row(page)).toHaveCount(0);
  await undo(page).click();
  await expect(row(page)).toHaveCount(1);
  await expect
    .poll(() => stored(context))
    .toMatchObject([{ mal_id: 52991, type: "Completed", own_score: 10 }]);
}

test("an imported list is previewed, applied, and can be undone without loss @main", ({
  page,
  context,
}) => importList(page, context, { scripts: true }));

async function recordSearches(
  page: Page,
  context: BrowserContext,
  { scripts }: { scripts: boolean },
): Promise<void> {
  await signUp(context);
  await page.goto("/browse?search_query=Frieren");
  await page.goto("/browse?search_query=Frieren&page=1&view=list");
  await page.goto("/browse?search_query=Mushishi");
  expect(await searches(context)).toEqual(["Mushishi", "Frieren"]);
  const recent = page.getByRole("region", { name: "Recent searches" });
  if (scripts) {
    await waitForHydration(page);
    const box = page.getByRole("banner").getByRole("combobox", { name: "Search titles" });
    await box.fill("");
    await expect(recent.getByRole("listitem")).toHaveText(["Mushishi", "Frieren"]);
    await page.getByRole("button", { name: "Remove Frieren from search history" }).click();
    await expect(recent.getByRole("listitem")).toHaveText(["Mushishi"]);
    await expect.poll(() => searches(context)).toEqual(["Mushishi"]);
  } else {
    await expect(recent.getByRole("listitem")).toHaveText(["Frieren"]);
    await page.getByRole("button", { name: "Remove Frieren from search history" }).click();
    await expect(recent).toHaveCount(0);
    await expect(
      page.getByRole("status").filter({ has: page.getByRole("button", { name: "Undo" }) }),
    ).toContainText("“Frieren” removed from your history.");
    await undo(page).click();
    await expect(recent.getByRole("listitem")).toHaveText(["Frieren"]);
    await page.getByRole("button", { name: "Remove Frieren from search history" }).click();
    await expect(recent).toHaveCount(0);
  }
  await expect(page).toHaveURL("/browse?search_query=Mushishi");

  await page.goto("/settings/searches");
  if (scripts) await waitForHydration(page);
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  await page.getByRole("button", { name: "Remove Mushishi" }).click();
  await expect(page.getByRole("heading", { name: "No searches yet" })).toBeVisible();
  await undo(page).click();
  await expect(page.getByRole("link", { name: "Mushishi" })).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("status")).toHaveText("Search history is off.");
  await expect(page.getByText("Search history is off", { exact: true })).toBeVisible();
  await page.goto("/browse?search_query=Naruto");
  expect(await searches(context)).toEqual(["Mushishi"]);

  await page.goto("/settings/searches");
  await page.getByText("Clear all").click();
  await page.getByRole("button", { name: "Clear history" }).click();
  await expect(page.getByRole("heading", { name: "No searches yet" })).toBeVisible();
  expect(await searches(context)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL("/settings#look");
}

test("searches are recorded while enabled, and can be removed", ({ page, context }) =>
  recordSearches(page, context, { scripts: true }));

test("a visitor is redirected to sign-in with a return path", async ({ page }) => {
  const response = await page.request.get("/list?type=completed", { maxRedirects: 0 });
  expect([response.status(), response.headers()["location"]]).toEqual([
    302,
    "/signin?returnTo=%2Flist%3Ftype%3Dcompleted",
  ]);
  await page.goto(FRIEREN);
  await expect(page.getByRole("link", { name: "Sign in to add it to your list" })).toHaveAttribute(
    "href",
    `/signin?returnTo=${encodeURIComponent(FRIEREN)}`,
  );
});

test("a cross-site form changes nothing", async ({ context }) => {
  await signUp(context);
  const response = await context.request.post("/list", {
    form: { animeId: "52991", type: "Watching" },
    headers: { origin: "https://elsewhere.test" },
  });
  expect(response.status()).toBe(403);
  expect(await stored(context)).toEqual([]);
});

test("a failed save is reverted in place with a message @main", async ({
  page,
  context,
  browserErrors,
}) => {
  await signUp(context);
  await context.request.post("/api/user/watchList", { data: { animeId: 52991, type: "Watching" } });
  await page.goto("/list");
  await waitForHydration(page);
  await page.route(/\/list\.data/, (route) => route.abort());
  await row(page)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(page.getByRole("status")).toContainText("nothing was changed");
  await expect(row(page)).toHaveCount(1);
  await setState(page, "Completed");
  const dialog = page.getByRole("dialog", { name: NAME });
  await expect(dialog.getByRole("alert")).toContainText("nothing was changed");
  await expect(dialog.getByLabel("Status")).toHaveValue("completed");
  await expect(row(page)).toContainText("Watching");
  await page.unroute(/\/list\.data/);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toContainText("completed Sousou no Frieren");
  await expect(row(page)).toHaveCount(0);
  expect(await stored(context)).toMatchObject([{ mal_id: 52991, type: "Completed" }]);
  browserErrors.length = 0;
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the list works with plain forms @main @phone-nightly", async ({ page, context }) => {
    await signUp(context);
    await editList(page, context, { scripts: false });
  });

  test("the import is previewed and applied with plain forms", ({ page, context }) =>
    importList(page, context, { scripts: false }));

  test("the history works with plain forms", ({ page, context }) =>
    recordSearches(page, context, { scripts: false }));
});

test("a title of which all is seen has no +1", async ({ page, context }) => {
  await signUp(context);
  await context.request.post("/api/user/watchList", {
    data: { animeId: 52991, type: "Completed" },
  });
  await page.goto("/list?state=completed");
  await expect(row(page)).toContainText("28 of 28");
  await expect(row(page).getByRole("button", { name: /mark episode/ })).toHaveCount(0);
});
