import { Webhook } from "standardwebhooks";
import type { Page } from "@playwright/test";
import { startFakeService, type FakeService } from "../../fakes/json-service";
import { seriousViolations } from "../support/axe";
import { expectToFit } from "../support/expect-to-fit";
import { expect, test, waitForHydration } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { signUp } from "../support/sign-up";
import { tabTo } from "../support/tab-to";

let service: FakeService;
const server = startOwnServer(async () => {
  service = await startFakeService({});
  return { LOCAL_HOSTS: service.baseUrl.host };
});
test.afterAll(() => service.close());

const formOf = (page: Page, name: string) => page.getByRole("form", { name: `Add ${name}` });
const itemsOf = (page: Page) => page.getByRole("main").getByRole("listitem");

for (const scripts of [true, false])
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test("a webhook is added, tested, paused and removed by keys @phone-nightly", async ({
      page,
      browserErrors,
    }) => {
      service.calls.length = 0;
      const ready = () => (scripts ? waitForHydration(page) : Promise.resolve());
      const press = async (name: string) => {
        await tabTo(page, page.getByRole("button", { name, exact: true }));
        await page.keyboard.press("Enter");
      };
      await signUp(page.context(), { site: server.url });
      await page.goto(`${server.url}/settings/notifications`);
      await ready();
      await tabTo(page, page.locator("summary", { hasText: "Webhook" }));
      await page.keyboard.press("Enter");
      const form = formOf(page, "Webhook");
      await form.getByLabel("URL").fill("http://10.0.0.1/");
      await form.getByRole("button", { name: "Add" }).press("Enter");
      await expect(form.getByText("This address is private.")).toBeVisible();
      await expect(form.getByLabel("URL")).toHaveValue("http://10.0.0.1/");
      expect(browserErrors.splice(0)).toHaveLength(scripts ? 1 : 0);
      await form.getByLabel("URL").fill(service.baseUrl.href);
      await form.getByLabel("Name").fill("Home Assistant");
      await form.getByRole("button", { name: "Add" }).press("Enter");
      const secret = (await page.locator("main code").first().textContent()) ?? "";
      expect(secret).toMatch(/^whsec_/);
      await expect(itemsOf(page)).toContainText(["Home Assistant"]);

      await ready();
      await press("Send a test to Home Assistant");
      await expect(page.getByText("The service accepted the test (200).")).toBeVisible();
      const [call] = service.calls;
      expect(
        new Webhook(secret).verify(call?.body ?? "", call?.headers as Record<string, string>),
      ).toMatchObject({ type: "channel.test" });
      await ready();
      await press("Pause Home Assistant");
      await expect(page.getByRole("button", { name: "Resume Home Assistant" })).toBeVisible();
      await expect(page.getByRole("checkbox", { name: /: Home Assistant$/ })).toHaveCount(8);
      if (scripts) {
        await expectToFit(page);
        expect(await seriousViolations(page)).toEqual([]);
      }
      await press("Remove Home Assistant");
      await expect(page.getByText("The channel was removed.")).toBeInViewport();
      await expect(itemsOf(page)).toHaveCount(0);
    });
  });
