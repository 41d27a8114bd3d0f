import { seriousViolations } from "../support/axe";
import { expectToFit } from "../support/expect-to-fit";
import { expect, test, waitForHydration } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { PASSWORD, signUp } from "../support/sign-up";
import { tabTo } from "../support/tab-to";

const server = startOwnServer(() => ({ VISITOR_RATING: "g" }));
const FRIEREN = "/anime/52991/sousou-no-frieren";

test("a visitor of a site that limits visitors signs in to a title and is back on it", async ({
  page,
  context,
  browserErrors,
}) => {
  const { email } = await signUp(context, { site: server.url });
  await context.clearCookies();
  expect((await page.goto(server.url + FRIEREN))?.status()).toBe(403);
  await waitForHydration(page);
  const main = page.getByRole("main");
  await expect(main).toContainText("Visitors see titles up to an age limit only.");
  await expect(page.locator("html")).not.toContainText("Frieren");
  await expectToFit(page);
  expect(await seriousViolations(page)).toEqual([]);
  const link = main.getByRole("link", { name: "Sign in" });
  await tabTo(page, link);
  await page.keyboard.press("Enter");
  await page.getByLabel("Email address or user name").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(server.url + FRIEREN);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Frieren");
  expect(browserErrors.splice(0).filter((error) => !/^403 /.test(error))).toEqual([]);
});
