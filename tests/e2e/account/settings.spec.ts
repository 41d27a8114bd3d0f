import type { Browser, BrowserContext, Page } from "@playwright/test";
import { randomUUID } from "node:crypto";
import { signUp } from "../support/sign-up";
import { expect, waitForHydration, test } from "../support/fixtures";

const FRIEREN = "/anime/52991/sousou-no-frieren";

const accent = (page: Page) =>
  page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--accent").toLowerCase(),
  );
const copies = (page: Page) =>
  page.evaluate(() =>
    ["enfasis", "parental_control", "trackSearchHistory"].map((key) => localStorage.getItem(key)),
  );

/** A choice of Browse's filters, which a phone keeps closed at first. */
const rating = (page: Page, name: RegExp) =>
  page
    .getByRole("form", { name: "Filters", includeHidden: true })
    .getByRole("checkbox", { name, includeHidden: true });

async function openPanel(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Quick settings" }).filter({ visible: true }).click();
}

test("accent, title language and parental control apply everywhere immediately", async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto("/settings");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Violet" }).click();
  await expect.poll(() => accent(page), "the preview").toBe("#7c3aed");
  await expect(page.getByRole("status")).toHaveText("Settings saved.");
  await expect(page.getByRole("button", { name: "Violet" })).toBeFocused();
  await page
    .getByRole("form", { name: "Preferences" })
    .getByRole("radio", { name: "English" })
    .first()
    .check();
  await page.getByRole("checkbox", { name: "Parental control" }).uncheck();
  await expect.poll(() => copies(page)).toEqual(["#7c3aed", "false", "true"]);
  await expect(page.getByRole("status")).toHaveText("Settings saved.");
  await expect(page.getByRole("checkbox", { name: "Parental control" })).toBeFocused();
  await page.getByRole("banner").getByRole("link", { name: "Akari, home" }).click();
  await expect(page).toHaveURL("/");
  expect(await accent(page)).toBe("#7c3aed");
  expect(await copies(page)).toEqual(["#7c3aed", "false", "true"]);
  await page.goto(FRIEREN);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Frieren: Beyond Journey's End");
  const search = page.getByRole("banner").getByLabel("Search titles");
  await waitForHydration(page);
  await search.fill("sousou no frieren");
  await expect(page.getByRole("option").first()).toContainText("Frieren: Beyond Journey's End");
  await page.goto("/browse");
  await expect(rating(page, /Rx/)).toBeAttached();

  await page.goto("/settings");
  await waitForHydration(page);
  await page.getByRole("checkbox", { name: "Parental control" }).check();
  await expect(page.getByRole("status")).toHaveText("Settings saved.");
  await page.goto("/browse");
  await expect(rating(page, /PG-13/)).toBeAttached();
  await expect(rating(page, /Rx/)).toHaveCount(0);
});

test("a setting changed while another is saved keeps its new value", async ({ page, context }) => {
  await signUp(context);
  await page.goto("/settings");
  await waitForHydration(page);
  const mayRespond: (() => void)[] = [];
  await page.route("**/settings.data*", async (route) => {
    if (route.request().method() === "POST")
      await new Promise<void>((resolve) => mayRespond.push(resolve));
    await route.continue();
  });
  const form = page.getByRole("form", { name: "Preferences" });
  const control = form.getByRole("checkbox", { name: "Parental control" });
  await form.getByRole("radio", { name: "English" }).first().check();
  await expect.poll(() => mayRespond.length).toBe(1);
  await control.uncheck();
  mayRespond[0]?.();
  await expect.poll(() => mayRespond.length).toBe(2);
  await expect(control).not.toBeChecked();
  mayRespond[1]?.();
  await expect(page.getByRole("status")).toHaveText("Settings saved.");
  await expect(control).not.toBeChecked();
  await page.reload();
  await expect(control).not.toBeChecked();
  await expect(form.getByRole("radio", { name: "English" }).first()).toBeChecked();
});

test("a visitor's settings persist in local storage and move to the account at sign-up", async ({
  page,
  context,
}) => {
  await page.goto("/browse");
  await waitForHydration(page);
  expect(await copies(page)).toEqual(["#0057E7", "true", "true"]);
  await openPanel(page);
  const panel = page.getByRole("dialog", { name: "Quick settings" });
  await panel.getByRole("button", { name: "Rose" }).click();
  await expect.poll(() => copies(page)).toEqual(["#c2255c", "true", "true"]);
  await panel
    .getByRole("group", { name: "Search history" })
    .getByRole("button", { name: "Off" })
    .click();
  await expect.poll(() => copies(page)).toEqual(["#c2255c", "true", "false"]);
  expect(await accent(page)).toBe("#c2255c");

  await context.clearCookies();
  await page.goto("/schedule");
  await expect.poll(() => accent(page)).toBe("#c2255c");
  await expect
    .poll(async () => (await context.cookies()).some(({ name }) => name === "akari_visitor"))
    .toBe(true);

  await page.goto("/signup");
  await waitForHydration(page);
  await page.getByLabel("User name").fill("Faye");
  await page.getByLabel("Email").fill(`faye-${randomUUID()}@akari.test`);
  await page.getByLabel("Password", { exact: true }).fill("Bebop-7!x");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About you");
  const stored = (await (await context.request.get("/api/user/preferences")).json()) as {
    data: object;
  };
  expect(stored.data).toMatchObject({
    enfasiscolor: "#c2255c",
    parentalControl: true,
    trackSearchHistory: false,
  });
});

test("account settings override local copies, and are cleared at sign-out", async ({
  page,
  context,
}) => {
  await page.goto("/schedule");
  await waitForHydration(page);
  await page.evaluate(() => {
    localStorage.setItem("enfasis", "#ff8800");
    localStorage.setItem("parental_control", "true");
  });
  await signUp(context);
  await context.request.post("/api/saveUserPreferences", {
    data: { enfasiscolor: "#00aa55", parentalControl: false },
  });
  await page.goto("/schedule");
  await expect.poll(() => copies(page)).toEqual(["#00aa55", "false", "true"]);
  expect(await accent(page)).toBe("#00aa55");
  await context.clearCookies();
  await page.goto("/schedule");
  await expect.poll(() => copies(page)).toEqual(["#0057E7", "true", "true"]);
  expect(await accent(page)).toBe("#0057e7");
});

test("the player's defaults are saved in the account", async ({ page, context }) => {
  await signUp(context);
  await page.goto("/settings");
  await waitForHydration(page);
  const form = page.getByRole("form", { name: "Player" });
  await form.getByLabel("Speed").selectOption("1.5");
  await form.getByLabel("Subtitles").selectOption("es");
  await form.getByRole("checkbox").uncheck();
  await expect(form.getByRole("button")).toHaveCount(0);
  const stored = async () =>
    (
      (await (await context.request.get("/api/user/sitePreferences")).json()) as {
        data: { player: object };
      }
    ).data.player;
  await expect.poll(stored).toMatchObject({ speed: 1.5, subtitles: "es", autoplayNext: false });
  await expect(page.getByRole("status")).toHaveText("Settings saved.");
});

/** Ends the page's session from another browser, and signs in again on the page that follows. */
async function endSession(
  {
    page,
    context,
    browser,
    baseURL,
  }: { page: Page; context: BrowserContext; browser: Browser; baseURL: string | undefined },
  { scripts }: { scripts: boolean },
): Promise<void> {
  const user = await signUp(context);
  await page.goto(FRIEREN);
  if (scripts) await waitForHydration(page);
  const otherContext = await browser.newContext({ baseURL, javaScriptEnabled: scripts });
  await otherContext.request.post("/api/auth/signin", { data: user });
  const other = await otherContext.newPage();
  await other.goto("/settings");
  if (scripts) await waitForHydration(other);
  await other.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(other.getByRole("status")).toHaveText("Session ended.");
  await expect(other.getByRole("button", { name: /^End/ })).toHaveCount(1);
  await otherContext.close();

  await page
    .getByRole("form", { name: "My list" })
    .getByRole("button", { name: "Watching", exact: true })
    .click();
  await expect(page).toHaveURL(/\/signin\?returnTo=/);
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(FRIEREN);
}

test("a session ended elsewhere redirects to sign-in and back", ({
  page,
  context,
  browser,
  baseURL,
}) => endSession({ page, context, browser, baseURL }, { scripts: true }));

test("a profile is private until published, and shows its lists in accessible charts @main @phone-nightly", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { id } = await signUp(context);
  await context.request.post("/api/user/watchList", {
    data: { animeId: 52991, type: "Completed" },
  });
  const visitor = await browser.newContext({ baseURL });
  expect((await visitor.request.get(`/user/${id}`)).status()).toBe(404);
  await page.goto("/profile");
  await expect(page.getByText("Only you can see this profile")).toBeVisible();
  await page.goto("/settings");
  await waitForHydration(page);
  await page.getByRole("checkbox", { name: "Make my profile public" }).check();
  await expect(page.getByRole("link", { name: "public", exact: true })).toHaveAttribute(
    "href",
    `/user/${id}`,
  );

  const other = await visitor.newPage();
  await other.goto(`/user/${id}`);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Faye");
  await expect(
    other.getByRole("table", { name: /by genre/ }).getByRole("row", { name: /^Drama/ }),
  ).toContainText("1");
  const years = other.getByRole("region", { name: "Release years" });
  await years.getByText("Show as table").click();
  await expect(
    years
      .getByRole("table", { name: "Titles by release year" })
      .getByRole("row", { name: /^2023/ }),
  ).toContainText("1 title");
  await expect(other.getByRole("link", { name: /^Edit/ })).toHaveCount(0);
  await visitor.close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a session ended elsewhere redirects to sign-in and back @nightly", ({
    page,
    context,
    browser,
    baseURL,
  }) => endSession({ page, context, browser, baseURL }, { scripts: false }));

  test("the settings are plain forms that report the result @main @phone-nightly", async ({
    page,
    context,
  }) => {
    await signUp(context);
    await page.goto("/settings");
    await page
      .getByRole("form", { name: "Preferences" })
      .getByRole("radio", { name: "Light" })
      .check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("status")).toHaveText("Settings saved.");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await page.getByRole("checkbox", { name: "Make my profile public" }).check();
    await page.getByRole("button", { name: "Save profile visibility" }).click();
    await expect(page.getByRole("link", { name: "public", exact: true })).toBeVisible();
  });

  test("a refused change of the password keeps what was ticked", async ({ page, context }) => {
    await signUp(context);
    await page.goto("/settings");
    const form = page.getByRole("form", { name: "Password", exact: true });
    const keeps = form.getByLabel("Keep other devices signed in and access tokens valid");
    await form.getByLabel("Current password").fill("Wr0ng!pass");
    await form.getByLabel("New password").fill("N3w-Pass!word");
    await keeps.check();
    await form.getByRole("button", { name: "Change password" }).click();
    await expect(form.getByRole("alert")).toBeVisible();
    await expect(keeps).toBeChecked();
  });
});
