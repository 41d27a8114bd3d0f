import { seriousViolations } from "../support/axe";
import { expectToFit } from "../support/expect-to-fit";
import { expect, test, waitForHydration } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { signUp } from "../support/sign-up";

/** Nothing listens there. */
const server = startOwnServer(() =>
  Promise.resolve({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "akari@example.org" }),
);

for (const scripts of [true, false])
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test("what is mailed is chosen, and ended by a link @phone-nightly", async ({ page }) => {
      const ready = () => (scripts ? waitForHydration(page) : Promise.resolve());
      const open = async () => {
        await page.goto(`${server.url}/settings/notifications`);
        await ready();
      };
      const { email } = await signUp(page.context(), { site: server.url });
      await open();
      const section = page.getByRole("region", { name: "Email" });
      await expect(section).toContainText(email);
      const tick = page.getByRole("checkbox", { name: "An episode has aired: Email" });
      await expect(tick).not.toBeChecked();
      for (const receiver of ["Bell", "Email"]) {
        const fixed = page.getByRole("checkbox", { name: `Your account was changed: ${receiver}` });
        await expect(fixed).toBeChecked();
        await expect(fixed).toBeDisabled();
      }
      await tick.check();
      await page.getByRole("button", { name: "Save" }).first().click();
      await expect(page.getByText("Saved", { exact: true })).toBeVisible();
      await open();
      const form = page.getByRole("form", { name: "Email" });
      await form.getByLabel("When").selectOption("Weekly, on Mondays");
      await form.getByLabel("Time").selectOption("20:00");
      await form.getByRole("button", { name: "Save" }).click();
      await expect(page).toHaveURL(/\?done=saved$/);
      await open();
      await expect(tick).toBeChecked();
      await expect(form.getByLabel("When")).toHaveValue("weekly");
      await expect(form.getByLabel("Time")).toHaveValue("20");
      await section.getByRole("button", { name: "Send a test to Email" }).click();
      await expect(section.getByText("The service could not be reached.")).toBeVisible();
      if (scripts) {
        await expectToFit(page);
        expect(await seriousViolations(page)).toEqual([]);
      }

      const code = (await section.locator('input[name="id"]').getAttribute("value")) ?? "";
      await page.context().clearCookies();
      await page.goto(`${server.url}/unsubscribe/${code}`);
      await ready();
      if (scripts) {
        await expectToFit(page);
        expect(await seriousViolations(page)).toEqual([]);
      }
      await page.getByRole("button", { name: "Unsubscribe" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re unsubscribed");
      await page.goto(`${server.url}/unsubscribe/${code}0`);
      await expect(page.getByText("This unsubscribe link isn’t valid.")).toBeVisible();
    });
  });
