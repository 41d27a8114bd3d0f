import type { BrowserContext, Page } from "@playwright/test";
import { seriousFaults } from "../support/axe";
import { signUp } from "../support/newcomer";
import { expect, scriptsRun, test } from "../support/person";

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
const undo = (page: Page) => page.getByRole("status").getByRole("button", { name: "Undo" });

/** The account's rate limit is shared by all tests of this address, so one person goes the whole way. */
async function keepAList(
  page: Page,
  context: BrowserContext,
  { scripts }: { scripts: boolean },
): Promise<void> {
  await page.goto(FRIEREN);
  if (scripts) await scriptsRun(page);
  await control(page).getByRole("button", { name: "To Watch" }).click();
  await expect(page.getByRole("status")).toContainText("in To Watch now");
  await expect(control(page).getByRole("button", { name: "To Watch" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  await page.goto("/list");
  if (scripts) await scriptsRun(page);
  await expect(page.getByRole("heading", { name: "Nothing in Watching" })).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Collections" });
  await tabs.getByRole("link", { name: "To Watch 1" }).click();
  await expect(page).toHaveURL("/list?type=to_watch");
  await row(page).getByRole("combobox").selectOption("Watching");
  if (!scripts) await row(page).getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByRole("status")).toContainText("in Watching now");
  await expect(row(page)).toHaveCount(0);
  await undo(page).click();
  await expect(row(page)).toHaveCount(1);

  await row(page)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(page.getByRole("status")).toContainText("off your list");
  await expect(row(page)).toHaveCount(0);
  expect(await stored(context)).toEqual([]);
  await undo(page).click();
  await expect(row(page)).toHaveCount(1);
  expect(await stored(context)).toMatchObject([{ mal_id: 52991, type: "To Watch" }]);
}

test("a person puts a title on the list, moves it, removes it, and takes both back", async ({
  page,
  context,
}) => {
  await signUp(context);
  await keepAList(page, context, { scripts: true });
  await page
    .getByRole("search", { name: "My list" })
    .getByRole("searchbox")
    .fill("nothing like it");
  await page.getByRole("search", { name: "My list" }).getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("heading", { name: /Nothing in To Watch is called/ })).toBeVisible();
  await page.goto("/list?type=to_watch&q=frieren&sort=title");
  await expect(row(page)).toHaveCount(1);
});

async function takeIn(
  page: Page,
  context: BrowserContext,
  { scripts }: { scripts: boolean },
): Promise<void> {
  await signUp(context);
  await page.goto("/list/import");
  if (scripts) await scriptsRun(page);
  const list = [
    { mal_id: 52991, type: "Completed", own_score: 10, notes: "Again in winter" },
    { mal_id: 2_147_483_000, title: "Nowhere", type: "Watching" },
  ];
  await page
    .getByLabel(/^File/)
    .setInputFiles({
      name: "list.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(list)),
    });
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("main")).toContainText("Nothing is written yet");
  expect(await stored(context)).toEqual([]);
  await page.getByText("1 not found").click();
  await expect(page.getByText("The catalog does not have this title.")).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("The list is in.");
  await page.goto("/list?type=completed");
  if (scripts) await scriptsRun(page);
  await row(page)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await undo(page).click();
  await expect(row(page)).toHaveCount(1);
  expect(await stored(context)).toMatchObject([
    { mal_id: 52991, type: "Completed", own_score: 10 },
  ]);
}

test("a list from elsewhere is previewed, taken in, and loses nothing by Undo", ({
  page,
  context,
}) => takeIn(page, context, { scripts: true }));

async function keepSearches(
  page: Page,
  context: BrowserContext,
  { scripts }: { scripts: boolean },
): Promise<void> {
  await signUp(context);
  await page.goto("/browse?search_query=Frieren");
  await page.goto("/browse?search_query=Frieren&page=1&view=list");
  await page.goto("/browse?search_query=Mushishi");
  expect(await searches(context)).toEqual(["Mushishi", "Frieren"]);
  await expect(
    page.getByRole("region", { name: "Recent searches" }).getByRole("listitem"),
  ).toHaveText(["Frieren"]);
  await page.getByRole("button", { name: "Remove Frieren from my search history" }).click();
  await expect(page.getByRole("region", { name: "Recent searches" })).toHaveCount(0);
  await expect(page).toHaveURL("/browse?search_query=Mushishi");

  await page.goto("/history");
  if (scripts) await scriptsRun(page);
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  await page.getByRole("button", { name: "Remove Mushishi" }).click();
  await expect(page.getByRole("heading", { name: "No searches yet" })).toBeVisible();
  await undo(page).click();
  await expect(page.getByRole("link", { name: "Mushishi" })).toBeVisible();
  await page.getByRole("button", { name: "Stop recording" }).click();
  await expect(page.getByRole("status")).toHaveText("Your searches are not recorded any more.");
  await expect(page.getByText("Your searches are not recorded", { exact: true })).toBeVisible();
  await page.goto("/browse?search_query=Naruto");
  expect(await searches(context)).toEqual(["Mushishi"]);

  await page.goto("/history");
  await page.getByText("Clear all").click();
  await page.getByRole("button", { name: "Yes, clear the history" }).click();
  await expect(page.getByRole("heading", { name: "No searches yet" })).toBeVisible();
  expect(await searches(context)).toEqual([]);
}

test("searches are recorded while a person lets them be, and can be taken away", ({
  page,
  context,
}) => keepSearches(page, context, { scripts: true }));

test("a visitor is led to the sign-in and would come back", async ({ page }) => {
  const answer = await page.request.get("/list?type=completed", { maxRedirects: 0 });
  expect([answer.status(), answer.headers()["location"]]).toEqual([
    302,
    "/signin?returnTo=%2Flist%3Ftype%3Dcompleted",
  ]);
  expect((await page.request.get("/history", { maxRedirects: 0 })).headers()["location"]).toBe(
    "/signin?returnTo=%2Fhistory",
  );
  await page.goto(FRIEREN);
  await expect(page.getByRole("link", { name: "Sign in to add it to your list" })).toHaveAttribute(
    "href",
    `/signin?returnTo=${encodeURIComponent(FRIEREN)}`,
  );
});

test("a form that another site sends changes nothing", async ({ context }) => {
  await signUp(context);
  const answer = await context.request.post("/list", {
    form: { animeId: "52991", type: "Watching" },
    headers: { origin: "https://elsewhere.test" },
  });
  expect(answer.status()).toBe(403);
  expect(await stored(context)).toEqual([]);
});

test("what could not be saved is undone on the page, in words, and the page stays", async ({
  page,
  context,
  complaints,
}) => {
  await signUp(context);
  await context.request.post("/api/user/watchList", { data: { animeId: 52991, type: "Watching" } });
  await page.goto("/list");
  await scriptsRun(page);
  await page.route(/\/list\.data/, (route) => route.abort());
  await row(page)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(page.getByRole("status")).toContainText("Nothing was changed");
  await expect(row(page)).toHaveCount(1);
  // Until the request has failed, the select may show what it was because nothing has happened yet.
  const failed = page.waitForEvent("requestfailed");
  await row(page).getByRole("combobox").selectOption("Completed");
  await failed;
  await expect(row(page).getByRole("combobox")).toHaveValue("Watching");
  await page.unroute(/\/list\.data/);
  await row(page).getByRole("combobox").selectOption("Completed");
  await expect(page.getByRole("status")).toContainText("in Completed now");
  await expect(row(page)).toHaveCount(0);
  expect(await stored(context)).toMatchObject([{ mal_id: 52991, type: "Completed" }]);
  complaints.length = 0;
});

test("axe finds no serious fault in My list, its import and the history", async ({
  page,
  context,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signUp(context);
  await context.request.post("/api/user/watchList", { data: { animeId: 52991, type: "Watching" } });
  await context.request.post("/api/user/searchHistory", { data: { query: "Frieren" } });
  for (const path of ["/list", "/list?type=completed", "/list/import", "/history", FRIEREN]) {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await scriptsRun(page);
    expect(await seriousFaults(page)).toEqual([]);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the list is kept by plain forms", async ({ page, context }) => {
    await signUp(context);
    await keepAList(page, context, { scripts: false });
  });

  test("a list from elsewhere is previewed and taken in by plain forms", ({ page, context }) =>
    takeIn(page, context, { scripts: false }));

  test("the history is kept by plain forms", ({ page, context }) =>
    keepSearches(page, context, { scripts: false }));
});
