import type { BrowserContext, Page } from "@playwright/test";
import { signUp } from "../support/sign-up";
import { expect, waitForHydration, test } from "../support/fixtures";
import { renderAtOnce } from "../support/render-at-once";

const FRIEREN = "/anime/52991/sousou-no-frieren";

const DATA_REQUEST = /\.data(\?|$)/;

/** Makes the page's own writes fail, with an error or without a response. */
async function failWrites(page: Page, mode: "refused" | "offline"): Promise<void> {
  await page.route(DATA_REQUEST, (route) => {
    if (route.request().method() === "GET") return route.continue();
    return mode === "offline"
      ? route.abort("internetdisconnected")
      : route.fulfill({ status: 500, contentType: "text/plain", body: "broken" });
  });
}

const form = (page: Page) => page.getByRole("form", { name: "My list" });
const toast = (page: Page) => page.getByRole("status").filter({ hasText: /./ });

for (const mode of ["refused", "offline"] as const) {
  test(`a failing list button (${mode}) reverts, shows an error and can be retried`, async ({
    page,
    context,
    browserErrors,
  }) => {
    await signUp(context);
    await page.goto(FRIEREN);
    await waitForHydration(page);
    await failWrites(page, mode);
    await form(page).getByRole("button", { name: "Watching", exact: true }).click();
    await expect(toast(page)).toContainText(
      mode === "offline" ? "Can’t reach the site" : "Something went wrong",
    );
    await expect(form(page).getByRole("button", { name: "Watching", exact: true })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sousou no Frieren");
    await page.unroute(DATA_REQUEST);
    await toast(page).getByRole("button", { name: "Try again" }).click();
    await expect(form(page).getByRole("button", { name: "Watching", exact: true })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(toast(page)).toContainText("added to Watching");
    browserErrors.length = 0;
  });
}

test("failing to remove a list title or a search keeps it", async ({
  page,
  context,
  browserErrors,
}) => {
  await signUp(context);
  await context.request.post("/api/user/watchList", { data: { animeId: 52991, type: "Watching" } });
  await context.request.post("/api/user/searchHistory", { data: { query: "Mushishi" } });
  await page.goto("/list");
  await waitForHydration(page);
  await failWrites(page, "refused");
  await page.getByRole("button", { name: /^Remove Sousou no Frieren/ }).click();
  await expect(toast(page)).toContainText("nothing was changed");
  await expect(page.getByRole("list", { name: "Watching" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Watching" }).getByRole("listitem")).toHaveCSS(
    "opacity",
    "1",
  );

  await page.goto("/settings/searches");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Remove Mushishi" }).click();
  await expect(toast(page)).toContainText("nothing was changed");
  await expect(page.getByRole("link", { name: "Mushishi" })).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Search history is on", { exact: true })).toBeVisible();
  browserErrors.length = 0;
});

const LEAVING = [
  {
    path: "/list?q=frieren",
    make: (context: BrowserContext) =>
      context.request.post("/api/user/watchList", { data: { animeId: 52991, type: "Watching" } }),
    button: /^Remove Sousou no Frieren/,
    row: "Sousou no Frieren",
    tag: "",
  },
  {
    path: "/settings/searches",
    make: ({ request }: BrowserContext) =>
      request.post("/api/user/searchHistory", { data: { query: "Mushishi" } }),
    button: "Remove Mushishi",
    row: "Mushishi",
    tag: " @nightly",
  },
  {
    path: "/searches",
    make: ({ request }: BrowserContext) =>
      request.post("/searches", {
        form: { intent: "save", name: "Dramas", url: "/browse?genre_filter=Drama" },
      }),
    button: "Delete Dramas",
    row: "Dramas",
    tag: " @nightly",
  },
  {
    path: "/discover/sequels",
    make: ({ request }: BrowserContext) =>
      request.patch("/api/user/watchlist/entry", { data: { animeId: 16498, state: "completed" } }),
    button: /^Plan to watch Shingeki no Kyojin Season 2/,
    row: "Shingeki no Kyojin Season 2",
    tag: " @nightly",
  },
];

for (const { path, make, button, row, tag } of LEAVING)
  test(`a row that leaves ${path} with its response can be brought back${tag}`, async ({
    page,
    context,
  }) => {
    await signUp(context);
    await make(context);
    await page.goto(path);
    // What made the row may have left a message for the page.
    await page.reload();
    await waitForHydration(page);
    const own = page.getByRole("main").getByRole("link", { name: new RegExp(`^${row}`) });
    await expect(own).toBeVisible();
    await renderAtOnce(page, () => page.getByRole("button", { name: button }).click());
    await expect(own).toHaveCount(0);
    await expect(toast(page)).toContainText(row);
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(own).toBeVisible();
  });

const HISTORY = [
  {
    what: "a change",
    make: ({ request }: BrowserContext) =>
      request.post("/api/user/watchList", { data: { animeId: 52991, type: "Watching" } }),
    named: "Sousou no Frieren",
    canRedo: true,
  },
  {
    what: "an import",
    make: ({ request }: BrowserContext) =>
      request.post("/api/user/watchlist/import", {
        data: [{ mal_id: 52991, state: "watching" }],
      }),
    named: "1 title imported",
    canRedo: false,
  },
];

for (const { what, make, named, canRedo } of HISTORY)
  test(`the button that undoes ${what} leaves the list history and still tells it @nightly`, async ({
    page,
    context,
  }) => {
    await signUp(context);
    expect((await make(context)).ok()).toBe(true);
    await page.goto("/list/history");
    await waitForHydration(page);
    const button = page.getByRole("button", { name: `Undo the change to ${named}` });
    await renderAtOnce(page, () => button.click());
    await expect(button).toHaveCount(0);
    await expect(toast(page)).toContainText("The change to Sousou no Frieren has been undone.");
    const redo = toast(page).getByRole("button", { name: "Redo" });
    await expect(redo).toHaveCount(canRedo ? 1 : 0);
    if (canRedo) {
      await redo.click();
      await expect(button).toBeVisible();
    }
  });

test("a sign-in without a response keeps the input and shows an error", async ({
  page,
  browserErrors,
}) => {
  await page.goto("/signin");
  await waitForHydration(page);
  await failWrites(page, "offline");
  await page.getByLabel("Email").fill("faye@akari.test");
  await page.getByLabel("Password", { exact: true }).fill("Bebop-7!x");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("Can’t reach the site");
  await expect(page.getByLabel("Email")).toHaveValue("faye@akari.test");
  browserErrors.length = 0;
});

test("settings without a response show an error beside the form", async ({
  page,
  context,
  browserErrors,
}) => {
  await signUp(context);
  await page.goto("/settings");
  await waitForHydration(page);
  await failWrites(page, "refused");
  await page.getByRole("checkbox", { name: "Parental control" }).uncheck();
  await expect(page.getByRole("form", { name: "Preferences" }).getByRole("alert")).toContainText(
    "nothing was changed",
  );
  browserErrors.length = 0;
});

test("Home’s rows keep unsaved choices when saving gets no response", async ({
  page,
  context,
  browserErrors,
}) => {
  await signUp(context);
  await page.goto("/home/customise");
  await waitForHydration(page);
  await failWrites(page, "offline");
  await page.getByRole("checkbox", { name: "Popular" }).uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page)).toContainText("Can’t reach the site");
  await expect(toast(page)).toBeInViewport();
  await expect(page.getByRole("checkbox", { name: "Popular" })).not.toBeChecked();
  await page.unroute(DATA_REQUEST);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Home saved.")).toBeVisible();
  await expect(page.getByText("Can’t reach the site")).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Popular" })).not.toBeChecked();
  browserErrors.length = 0;
});

test("a favorite without a response leaves its page open", async ({
  page,
  context,
  browserErrors,
}) => {
  await signUp(context);
  await page.goto("/studio/Madhouse");
  await waitForHydration(page);
  await failWrites(page, "offline");
  await page.getByRole("button", { name: "Add to favourites" }).click();
  await expect(toast(page)).toContainText("Can’t reach the site");
  await expect(toast(page)).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Madhouse");
  await page.unroute(DATA_REQUEST);
  await page.getByRole("button", { name: "Add to favourites" }).click();
  await expect(page.getByRole("button", { name: "Remove from favourites" })).toBeVisible();
  browserErrors.length = 0;
});
