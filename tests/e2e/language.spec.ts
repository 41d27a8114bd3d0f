import type { Page } from "@playwright/test";
import { seriousViolations } from "./support/axe";
import { PASSWORD, signUp } from "./support/sign-up";
import { expect, waitForHydration, test } from "./support/fixtures";

/** Common in English and rare in Spanish and in the catalog's titles and texts. */
const ENGLISH =
  /\b(?:the|with|your|you|and|from|more|search|sign in|settings|season|episodes|score|list|next|previous|clear|this)\b/i;

/** Sentences with a name: a title to copy, the operator's provider. */
const CARRIES_A_NAME = /^(?:Copiar|Continuar con) /;

/**
 * All texts of the page that are not marked as another language; covers have empty alternative
 * texts.
 */
async function ownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const isForeign = (element: Element | null) =>
      element?.closest("[lang]")?.getAttribute("lang") !== "es";
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    );
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) {
        if (
          !isForeign(node.parentElement) &&
          node.parentElement?.closest("script, style, noscript, datalist, code, [data-name]") ===
            null
        )
          texts.push(node.data.trim());
      } else if (node instanceof Element && !isForeign(node)) {
        for (const name of ["aria-label", "title", "placeholder"]) {
          const value = node.getAttribute(name);
          if (value !== null && node.querySelector("[lang]") === null) texts.push(value);
        }
      }
    }
    return texts.filter((text) => text !== "");
  });
}

test.describe("with a browser that prefers Spanish", () => {
  test.use({ locale: "es-MX" });

  for (const [name, path, heading] of [
    ["Home", "/", "Esta temporada"],
    ["Browse", "/browse?type_filter=Movie", "Explorar"],
    ["a title", "/anime/52991/sousou-no-frieren", "Detalles"],
    ["the schedule", "/schedule", "Calendario"],
    ["the sign-up", "/signup", "Crea tu cuenta"],
    ["a missing page", "/nowhere", "Página no encontrada"],
  ] as const) {
    test(`${name} is in Spanish, and axe finds no serious violation in it`, async ({ page }) => {
      await page.goto(path, { waitUntil: "domcontentloaded" });
      await expect(page.locator("html")).toHaveAttribute("lang", "es");
      await waitForHydration(page);
      await expect(page.locator("html")).toHaveAttribute("lang", "es");
      if (path === "/anime/52991/sousou-no-frieren")
        await expect(page.getByRole("complementary", { name: heading })).toBeVisible();
      else if (path !== "/")
        await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
      await expect(
        page.getByRole("contentinfo").getByText("Tu anime, en tu propio servidor."),
      ).toBeVisible();
      expect(
        (await ownTexts(page)).filter((text) => ENGLISH.test(text) && !CARRIES_A_NAME.test(text)),
      ).toEqual([]);
      expect(await seriousViolations(page, ["dark"])).toEqual([]);
    });
  }

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
