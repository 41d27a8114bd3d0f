import { seriousViolations } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { PASSWORD, signUp } from "../support/sign-up";

const server = startOwnServer();

test("from the first start's link to an invited member, without scripts @main @phone", async ({
  browser,
}, { project }) => {
  const { viewport, userAgent } = project.use;
  const open = async (javaScriptEnabled: boolean) => {
    const context = await browser.newContext({
      baseURL: server.url,
      javaScriptEnabled,
      ...(viewport === undefined ? {} : { viewport }),
      ...(userAgent === undefined ? {} : { userAgent }),
    });
    return { context, page: await context.newPage() };
  };

  const owner = await open(true);
  await signUp(owner.context, { username: "Bulma", site: server.url });
  expect((await owner.page.goto("/admin"))?.status()).toBe(404);
  await owner.page.goto(await server.findOwnerLink());
  await owner.page.getByRole("button", { name: "Become the owner" }).click();
  await expect(owner.page.getByRole("heading", { level: 1 })).toHaveText("Administration");

  await owner.page.goto("/admin/settings");
  await owner.page.getByLabel("Sign-ups").selectOption("invite");
  await owner.page.getByLabel("Announcement").fill("Maintenance on Sunday");
  await owner.page.getByRole("button", { name: "Save" }).click();
  await expect(owner.page.getByText("Settings saved.")).toBeVisible();
  await expect(owner.page.getByText("Maintenance on Sunday")).toBeVisible();
  await owner.page.goto("/admin/invitations");
  await owner.page.getByLabel("For (optional)").fill("The neighbours");
  await owner.page.getByRole("button", { name: "Create invitation" }).click();
  const link = (await owner.page.locator("code").textContent()) ?? "";
  expect(link).toContain(`${server.url}/invitation?invitation=`);

  const guest = await open(false);
  expect((await guest.page.goto("/signup"))?.status()).toBe(403);
  await expect(guest.page.getByText("You need an invitation")).toBeVisible();
  await guest.page.goto(link);
  await expect(guest.page.getByText("Bulma invited you to this site.")).toBeVisible();
  await guest.page.getByRole("link", { name: "Create an account" }).click();
  const email = `oolong-${project.name}@akari.test`;
  await guest.page.getByLabel("User name").fill("Oolong");
  await guest.page.getByLabel("Email").fill(email);
  await guest.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.page.getByRole("button", { name: "Create account" }).click();
  await expect(guest.page.getByRole("heading", { level: 1 })).toHaveText("About you");
  expect((await guest.page.goto("/admin/people"))?.status()).toBe(404);

  await owner.page.goto(`/admin/people?q=${email}`);
  await owner.page.getByRole("link", { name: "Oolong" }).click();
  await expect(owner.page.getByRole("link", { name: "Bulma" })).toBeVisible();
  await owner.page.getByRole("button", { name: "Create reset link" }).click();
  const reset = (await owner.page.locator("code").textContent()) ?? "";
  await guest.page.goto(reset);
  await guest.page.getByLabel("New password", { exact: true }).fill("N3w-Pass!word");
  await guest.page.getByRole("button", { name: "Change password" }).click();
  await expect(guest.page.getByText("Your password has been changed.")).toBeVisible();
  expect((await guest.page.goto(reset))?.status()).toBe(410);
  await expect(guest.page.getByText("It has already been used.")).toBeVisible();

  await owner.page.getByRole("button", { name: "Disable account" }).click();
  await expect(owner.page.getByText("Account disabled.")).toBeVisible();
  await guest.page.goto("/signin");
  await guest.page.getByLabel("Email").fill(email);
  await guest.page.getByLabel("Password", { exact: true }).fill("N3w-Pass!word");
  await guest.page.getByRole("button", { name: "Sign in" }).click();
  await expect(guest.page.getByText("This account is disabled.")).toBeVisible();

  for (const path of ["", "/people", "/invitations", "/settings", "/log", "/health", "/confirm"]) {
    await owner.page.goto(`/admin${path}`);
    expect([path, ...(await seriousViolations(owner.page))]).toEqual([path]);
    const overflow = await owner.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, overflow]).toEqual([path, 0]);
  }
  await owner.page.goto("/admin/log");
  await expect(owner.page.getByText("Account disabled")).toBeVisible();
  await guest.context.close();
  await owner.context.close();
});
