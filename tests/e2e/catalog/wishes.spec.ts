import { seriousViolations } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { signUp } from "../support/sign-up";
import { tabTo } from "../support/tab-to";

const TITLE = "/anime/52991/sousou-no-frieren";
const server = startOwnServer();

test("a user asks for a title without scripts, and the owner declines it by keyboard", async ({
  browser,
}) => {
  const owner = await browser.newContext({ baseURL: server.url });
  await server.becomeOwner(owner);
  const user = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  await signUp(user);

  const page = await user.newPage();
  await page.goto(TITLE);
  await page.getByRole("button", { name: "Ask for it" }).click();
  await expect(page).toHaveURL(TITLE);
  await expect(page.getByText("You asked for it", { exact: true })).toBeVisible();

  const admin = await owner.newPage();
  await admin.goto("/admin/wishes");
  await expect(admin.getByText("1 user · since")).toBeVisible();
  await tabTo(admin, admin.getByText("Not here", { exact: true }));
  await admin.keyboard.press("Enter");
  await admin.keyboard.press("Tab");
  await admin.keyboard.type("Only on discs.");
  await admin.keyboard.press("Enter");
  await expect(admin.getByText("No wishes")).toBeVisible();
  await admin.getByRole("link", { name: "Declined" }).click();
  await expect(admin.getByText("Not here: Only on discs.")).toBeVisible();
  expect(await seriousViolations(admin)).toEqual([]);

  await page.reload();
  await expect(page.getByText("Not here: Only on discs.")).toBeVisible();
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByRole("button", { name: "Ask for it" })).toBeHidden();
  await user.close();
  await owner.close();
});

test("asking takes a click, and is taken back by another @main", async ({ page, context }) => {
  await signUp(context);
  await page.goto(TITLE);
  const ask = page.getByRole("button", { name: "Ask for it" });
  await ask.click();
  // Tests beside this one may ask for it, too.
  await expect(page.getByText(/^You .*asked for it$/)).toBeVisible();
  await page.goto("/wishes");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  await page.goto("/watch/52991/1");
  await expect(ask).toBeVisible();
  await page.goto(TITLE);
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(ask).toBeVisible();
});
