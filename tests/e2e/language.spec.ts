import { expect, scriptsRun, test } from "./support/person";

test.describe("somebody whose browser asks for Spanish", () => {
  test.use({ locale: "es-MX" });

  test("reads the site in Spanish, with scripts and before them", async ({ page }) => {
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await scriptsRun(page);
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await expect(page.getByRole("contentinfo").getByText("Anime, en tu casa.")).toBeVisible();
    expect(problems).toEqual([]);
  });
});

test("a visitor's language stays, in place and after loading anew", async ({ page }) => {
  await page.goto("/");
  await scriptsRun(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: "Settings" }).filter({ visible: true }).click();
  await page.getByRole("group", { name: "Language" }).getByRole("button", { name: "Español" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.getByRole("group", { name: "Idioma" }).getByRole("button", { name: "Español" })).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.getByRole("contentinfo").getByText("Anime, en tu casa.")).toBeVisible();
});
