import { PASSWORD, signUp } from "./support/sign-up";
import { expect, waitForHydration, test } from "./support/fixtures";

test.describe("with a browser that prefers Spanish", () => {
  test.use({ locale: "es-MX" });

  test("rejected forms and dates are in Spanish @main", async ({ page, baseURL }) => {
    const refused = await page.request.post("/signup", {
      form: { username: "ab", email: "x", password: "x" },
      headers: { origin: baseURL ?? "", "accept-language": "es" },
    });
    expect(refused.status()).toBe(400);
    expect(await refused.text()).toContain("El nombre de usuario necesita al menos 3 caracteres.");
    await page.goto("/anime/52991/sousou-no-frieren");
    await expect(page.getByRole("complementary", { name: "Detalles" })).toContainText(
      /29 sept? 2023 – 22 mar 2024/,
    );
  });
});

test("pages vary by cookie and Accept-Language", async ({ request }) => {
  const response = await request.get("/", { headers: { "accept-language": "es" } });
  expect(response.headers()["vary"]).toMatch(/Cookie.*Accept-Language/);
  expect(await response.text()).toContain('<html lang="es"');
  expect(await (await request.get("/", { headers: { "accept-language": "fr" } })).text()).toContain(
    '<html lang="en"',
  );
});

test("a visitor's language persists, in place and after a reload @main", async ({ page }) => {
  await page.goto("/");
  await waitForHydration(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: "Quick settings" }).filter({ visible: true }).click();
  await page
    .getByRole("group", { name: "Language" })
    .getByRole("button", { name: "Español" })
    .click();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(
    page.getByRole("group", { name: "Idioma" }).getByRole("button", { name: "Español" }),
  ).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(
    page.getByRole("contentinfo").getByText("Tu anime, en tu propio servidor."),
  ).toBeVisible();
});

test("signing in applies the account's language, whatever the browser prefers", async ({
  page,
}) => {
  const { email } = await signUp(page);
  await page.request.post("/api/user/sitePreferences", { data: { locale: "es" } });
  await page.context().clearCookies();
  await page.goto("/signin");
  await waitForHydration(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Ajustes", level: 1 })).toBeVisible();
  await expect(page.getByRole("group", { name: "Idioma" }).getByLabel("Español")).toBeChecked();
  await expect(page.getByRole("main")).toContainText(/Chrome en \w+/);
});
