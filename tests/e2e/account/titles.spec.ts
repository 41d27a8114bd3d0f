import type { BrowserContext } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";

const server = startOwnServer();
let ownerState: Awaited<ReturnType<BrowserContext["storageState"]>> | null = null;

/** The first owner's session serves all tests. */
async function signInOwner(context: BrowserContext): Promise<void> {
  if (ownerState === null) {
    await server.becomeOwner(context);
    ownerState = await context.storageState();
  } else await context.addCookies(ownerState.cookies);
}

for (const javaScriptEnabled of [false, true]) {
  const how = javaScriptEnabled ? "with" : "without";
  const tag = javaScriptEnabled ? "" : " @nightly";
  test(`an owner adds, hides, merges and deletes titles ${how} scripts${tag}`, async ({ browser }, {
    project,
  }) => {
    const { viewport, userAgent } = project.use;
    const own = {
      baseURL: server.url,
      ...(viewport === undefined ? {} : { viewport }),
      ...(userAgent === undefined ? {} : { userAgent }),
    };
    const owner = await browser.newContext({ ...own, javaScriptEnabled });
    await signInOwner(owner);
    const page = await owner.newPage();
    const visitor = await browser.newContext({ ...own, javaScriptEnabled });
    const guest = await visitor.newPage();
    const add = async (name: string): Promise<string> => {
      await page.goto("/admin/titles");
      await page.getByRole("link", { name: "Add a title" }).click();
      const form = page.getByRole("form", { name: "Add a title" });
      await form.getByRole("button", { name: "Add title" }).click();
      await expect(page.getByLabel("Title", { exact: true })).toHaveAttribute(
        "aria-invalid",
        "true",
      );
      await form.getByLabel("Title", { exact: true }).fill(name);
      await form.getByLabel("Type").selectOption("OVA");
      await form.getByLabel("Episodes", { exact: true }).fill("2");
      await form.getByRole("button", { name: "Add title" }).click();
      await expect(page.getByText("Title added.")).toBeVisible();
      return /titles\/(\d+)/.exec(page.url())?.[1] ?? "";
    };

    const tapes = `Attic tapes ${how}`;
    const id = await add(tapes);
    const episodes = page.getByRole("form", { name: "Episodes" });
    await episodes.getByLabel("Titles of the episodes").fill("The lake\nThe boat");
    await episodes.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Episodes saved.")).toBeVisible();
    await guest.goto(`/anime/${id}`);
    await expect(guest.getByRole("heading", { level: 1 })).toHaveText(tapes);
    await expect(guest.getByText("The lake")).toBeVisible();

    await page.getByRole("button", { name: "Hide title" }).click();
    await expect(page.getByText("This title is hidden.")).toBeVisible();
    expect((await guest.goto(`/anime/${id}`))?.status()).toBe(404);
    await page.goto("/admin/titles");
    await page.getByRole("link", { name: tapes }).first().click();
    await page.getByRole("button", { name: "Show title" }).click();
    await expect(page.getByText("This title is shown again.")).toBeVisible();
    expect((await guest.goto(`/anime/${id}`))?.status()).toBe(200);

    const copy = await add(`${tapes}, again`);
    const merging = page.getByRole("form", { name: "Merge title" });
    await merging.getByLabel("Id of the title that stays").fill(id);
    await merging.getByRole("button", { name: "Merge title" }).click();
    await expect(merging.getByText("Confirm that the titles are to be merged.")).toBeVisible();
    await merging.getByLabel("Id of the title that stays").fill(id);
    await merging.getByLabel("Yes, merge it").check();
    await merging.getByRole("button", { name: "Merge title" }).click();
    await expect(page.getByText("Titles merged.")).toBeVisible();
    await guest.goto(`/anime/${copy}`);
    await expect(guest.getByRole("heading", { level: 1 })).toHaveText(tapes);

    await page.goto(`/anime/${id}`);
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("link", { name: "Edit title" }).click();
    await expect(page).toHaveURL(`/admin/titles/${id}`);
    if (javaScriptEnabled) {
      expect(await seriousViolations(page)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    }
    const deleting = page.getByRole("form", { name: "Delete title" });
    await deleting.getByLabel("Yes, delete it").check();
    await deleting.getByRole("button", { name: "Delete title" }).click();
    await expect(page).toHaveURL(/\/admin\/titles$/);
    expect((await guest.goto(`/anime/${id}`))?.status()).toBe(404);
    await owner.close();
    await visitor.close();
  });
}

test("an owner orders a franchise, whose page stays without a response @main", async ({
  browser,
}) => {
  const owner = await browser.newContext({ baseURL: server.url });
  await signInOwner(owner);
  const page = await owner.newPage();
  await page.goto("/franchise/52991?order=story");
  await waitForHydration(page);
  const rows = page.getByRole("main").getByRole("listitem");
  const sequel = page.getByRole("button", { name: /^Move .*2nd Season.* up$/ });
  await owner.setOffline(true);
  await sequel.click();
  await expect(page.getByRole("status").getByText("Can’t reach the site")).toBeInViewport();
  await expect(rows.nth(1)).toContainText("2nd Season");
  await owner.setOffline(false);
  await sequel.click();
  await expect(rows.first()).toContainText("2nd Season");
  await expect(page.getByText("Can’t reach the site")).toHaveCount(0);
  await owner.close();
});

test("a title that is not saved says so where the owner looks", async ({ browser }) => {
  const owner = await browser.newContext({ baseURL: server.url });
  await signInOwner(owner);
  const page = await owner.newPage();
  await page.goto("/admin/titles/52991");
  await waitForHydration(page);
  const save = page.getByRole("main").getByRole("button", { name: "Save" }).first();
  await owner.setOffline(true);
  for (const attempt of ["first", "second"]) {
    await save.click();
    await expect(page.getByRole("alert"), attempt).toContainText("Can’t reach the site");
    await expect(page.getByRole("alert"), attempt).toBeInViewport();
  }
  await owner.setOffline(false);
  await save.click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await owner.close();
});

test("a phone shows the beginning of a long synopsis first, and all of it without scripts", async ({
  browser,
}) => {
  const owner = await browser.newContext({ baseURL: server.url });
  await signInOwner(owner);
  const admin = await owner.newPage();
  const describe = async (synopsis: string) => {
    await admin.goto("/admin/titles/5114");
    await admin.getByLabel("Synopsis", { exact: true }).fill(synopsis);
    await admin.getByRole("button", { name: "Save" }).first().click();
    await expect(admin.getByText("Facts saved.")).toBeVisible();
  };
  const visitor = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  const page = await visitor.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  const more = page.getByRole("checkbox", { name: /^Read more/ });
  const text = page.getByRole("main").locator("div:has(> p[lang=en])").first();
  const height = async () => (await text.boundingBox())?.height ?? 0;

  await describe(`${"lake ".repeat(89)}boat.`);
  await page.goto("/anime/5114");
  await expect(text).toContainText("boat.");
  await expect(more).toHaveCount(0);
  const whole = await height();

  await describe(`${"lake ".repeat(89)}boats.`);
  await page.reload();
  await expect(more).not.toBeChecked();
  const folded = await height();
  expect(folded).toBeLessThan(whole);
  await more.press("Space");
  expect(await height()).toBeGreaterThanOrEqual(whole);
  await more.press("Space");
  expect(await height()).toBe(folded);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(more).toBeHidden();
  const cut = await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(cut).toBe(0);
  await visitor.close();
  await owner.close();
});
