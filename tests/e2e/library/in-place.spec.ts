import type { Page } from "@playwright/test";
import { signUp } from "../support/newcomer";
import { expect, scriptsRun, test } from "../support/person";

const FRIEREN = "/anime/52991/sousou-no-frieren";

/** Lets the page's own writes fail: with the server's answer, or without one. */
async function failWrites(page: Page, how: "refused" | "offline"): Promise<void> {
  await page.route(/\.data(\?|$)/, (route) => {
    if (route.request().method() === "GET") return route.continue();
    return how === "offline"
      ? route.abort("internetdisconnected")
      : route.fulfill({ status: 500, contentType: "text/plain", body: "broken" });
  });
}

const form = (page: Page) => page.getByRole("form", { name: "My list" });
const toast = (page: Page) => page.getByRole("status");

for (const how of ["refused", "offline"] as const) {
  test(`a list button that fails (${how}) goes back to what was, says so, and can be tried again`, async ({
    page,
    context,
    complaints,
  }) => {
    await signUp(context);
    await page.goto(FRIEREN);
    await scriptsRun(page);
    await failWrites(page, how);
    await form(page).getByRole("button", { name: "Watching" }).click();
    await expect(toast(page)).toContainText(
      how === "offline" ? "cannot be reached" : "went wrong on our side",
    );
    await expect(form(page).getByRole("button", { name: "Watching" })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sousou no Frieren");
    await page.unroute(/\.data(\?|$)/);
    await toast(page).getByRole("button", { name: "Try again" }).click();
    await expect(form(page).getByRole("button", { name: "Watching" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(toast(page)).toContainText("in Watching now");
    complaints.length = 0;
  });
}

test("a title stays on the list, and a search in the history, when taking them away fails", async ({
  page,
  context,
  complaints,
}) => {
  await signUp(context);
  await context.request.post("/api/user/watchList", { data: { animeId: 52991, type: "Watching" } });
  await context.request.post("/api/user/searchHistory", { data: { query: "Mushishi" } });
  await page.goto("/list");
  await scriptsRun(page);
  await failWrites(page, "refused");
  await page.getByRole("button", { name: /^Remove Sousou no Frieren/ }).click();
  await expect(toast(page)).toContainText("Nothing was changed");
  await expect(page.getByRole("list", { name: "Watching" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Watching" }).getByRole("listitem")).toHaveCSS(
    "opacity",
    "1",
  );

  await page.goto("/history");
  await scriptsRun(page);
  await page.getByRole("button", { name: "Remove Mushishi" }).click();
  await expect(toast(page)).toContainText("Nothing was changed");
  await expect(page.getByRole("link", { name: "Mushishi" })).toBeVisible();
  await page.getByRole("button", { name: "Stop recording" }).click();
  await expect(page.getByText("Your searches are recorded", { exact: true })).toBeVisible();
  complaints.length = 0;
});

test("a sign-in without an answer keeps what was typed, and says so", async ({
  page,
  complaints,
}) => {
  await page.goto("/signin");
  await scriptsRun(page);
  await failWrites(page, "offline");
  await page.getByLabel("E-mail").fill("faye@akari.test");
  await page.getByLabel("Password", { exact: true }).fill("Bebop-7!x");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("The site cannot be reached");
  await expect(page.getByLabel("E-mail")).toHaveValue("faye@akari.test");
  complaints.length = 0;
});

test("settings without an answer say so beside the form", async ({ page, context, complaints }) => {
  await signUp(context);
  await page.goto("/settings");
  await scriptsRun(page);
  await failWrites(page, "refused");
  await page.getByRole("checkbox", { name: "Parental control" }).uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("form", { name: "Preferences" }).getByRole("alert")).toContainText(
    "Nothing was changed",
  );
  complaints.length = 0;
});
