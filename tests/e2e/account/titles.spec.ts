import type { BrowserContext } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";

const server = startOwnServer();
let ownerState: Awaited<ReturnType<BrowserContext["storageState"]>> | null = null;

for (const javaScriptEnabled of [false, true]) {
  const how = javaScriptEnabled ? "with" : "without";
  test(`an owner adds, hides, merges and deletes titles ${how} scripts`, async ({ browser }, {
    project,
  }) => {
    const { viewport, userAgent } = project.use;
    const own = {
      baseURL: server.url,
      ...(viewport === undefined ? {} : { viewport }),
      ...(userAgent === undefined ? {} : { userAgent }),
    };
    const owner = await browser.newContext({ ...own, javaScriptEnabled });
    // The first owner's session serves both runs.
    if (ownerState === null) {
      await server.becomeOwner(owner);
      ownerState = await owner.storageState();
    } else await owner.addCookies(ownerState.cookies);
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
      await expect(page.getByText("The title is added.")).toBeVisible();
      return /titles\/(\d+)/.exec(page.url())?.[1] ?? "";
    };

    const tapes = `Attic tapes ${how}`;
    const id = await add(tapes);
    const episodes = page.getByRole("form", { name: "Episodes" });
    await episodes.getByLabel("Titles of the episodes").fill("The lake\nThe boat");
    await episodes.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The episodes are saved.")).toBeVisible();
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
    await expect(page.getByText("The titles are merged.")).toBeVisible();
    await guest.goto(`/anime/${copy}`);
    await expect(guest.getByRole("heading", { level: 1 })).toHaveText(tapes);

    const checked = javaScriptEnabled
      ? ["/admin/titles", `/admin/titles/${id}`, "/admin/titles/new"]
      : [];
    for (const path of checked) {
      await page.goto(path);
      expect([path, ...(await seriousViolations(page))]).toEqual([path]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([path, overflow]).toEqual([path, 0]);
    }

    await page.goto(`/admin/titles/${id}`);
    const deleting = page.getByRole("form", { name: "Delete title" });
    await deleting.getByLabel("Yes, delete it").check();
    await deleting.getByRole("button", { name: "Delete title" }).click();
    await expect(page).toHaveURL(/\/admin\/titles$/);
    expect((await guest.goto(`/anime/${id}`))?.status()).toBe(404);
    await owner.close();
    await visitor.close();
  });
}
