import { Webhook } from "standardwebhooks";
import { startFakeService, type FakeService } from "../../fakes/json-service";
import { seriousViolations } from "../support/axe";
import { expectToFit } from "../support/expect-to-fit";
import { expect, test, waitForHydration } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { signUp } from "../support/sign-up";

let service: FakeService;
const server = startOwnServer(async () => {
  service = await startFakeService({});
  return { LOCAL_HOSTS: service.baseUrl.host };
});
test.afterAll(() => service.close());

test("an owner adds, tests and removes a webhook of the site, with scripts and without @phone-nightly", async ({
  browser,
  browserErrors,
  page,
}) => {
  await signUp(page.context(), { username: "Bulma", site: server.url });
  await page.goto(await server.findOwnerLink());
  await page.getByRole("button", { name: "Become the owner" }).click();
  await expect(page.getByRole("link", { name: "Jobs" })).toBeVisible();
  await page.goto(`${server.url}/admin/settings`);
  await waitForHydration(page);
  await page.locator("summary", { hasText: "Add Webhook" }).click();
  const form = page.getByRole("form", { name: "Add Webhook" });
  await form.getByLabel("URL").fill("http://10.0.0.1/");
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form.getByText("This address is private.")).toBeVisible();
  expect(browserErrors.splice(0)).toHaveLength(1);
  await form.getByLabel("URL").fill(service.baseUrl.href);
  await form.getByLabel("Name").fill("Home Assistant");
  await form.getByRole("button", { name: "Add" }).click();
  const secret = (await page.locator("main code").first().textContent()) ?? "";
  const kinds = page.getByRole("checkbox", { name: /: Home Assistant$/ });
  await expect(kinds).toHaveCount(4);
  await page.getByRole("button", { name: "Send a test to Home Assistant" }).click();
  await expect(page.getByText("The service accepted the test (200).")).toBeVisible();
  const [call] = service.calls;
  const headers = call?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(call?.body ?? "", headers)).toMatchObject({
    type: "channel.test",
  });
  await expectToFit(page);
  expect(await seriousViolations(page)).toEqual([]);

  const plain = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  await plain.addCookies(await page.context().cookies());
  const plainPage = await plain.newPage();
  await plainPage.goto("/admin/settings");
  await plainPage.getByRole("checkbox", { name: "An episode has aired: Home Assistant" }).uncheck();
  await plainPage.getByRole("button", { name: "Save" }).last().click();
  await expect(plainPage.getByRole("checkbox", { checked: true })).toHaveCount(3);
  const announcement = plainPage.getByRole("textbox", { name: "Announcement" });
  await announcement.evaluate((field) => field.removeAttribute("maxlength"));
  await announcement.fill("a".repeat(301));
  await plainPage.getByRole("button", { name: "Save" }).first().click();
  const settings = plainPage.getByRole("form", { name: "Site settings" });
  await expect(settings.getByText(/at most 300 characters/)).toBeVisible();
  await expect(plainPage.getByRole("form", { name: "Add Webhook" })).toBeHidden();
  await announcement.fill("");
  await plainPage.getByRole("textbox", { name: "Name of the site" }).fill("Capsule");
  await plainPage.getByRole("button", { name: "Save" }).first().click();
  await expect(plainPage.getByText("Settings saved.")).toBeVisible();
  await expect(plainPage.getByRole("checkbox", { checked: true })).toHaveCount(3);
  await plainPage.getByRole("button", { name: "Remove Home Assistant" }).click();
  await expect(plainPage.getByText("The channel was removed.")).toBeVisible();
  await plainPage.goto("/admin/log");
  for (const text of ["Webhook added", "Events of a webhook changed", "Webhook removed"])
    await expect(plainPage.getByText(text)).toBeVisible();
  await plain.close();
});
