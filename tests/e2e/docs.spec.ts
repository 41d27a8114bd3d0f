import { seriousFaults } from "./support/axe";
import { expect, test } from "./support/person";

test("the API can be read and tried in the browser, with nothing from elsewhere", async ({
  page,
  baseURL,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(baseURL ?? "") && !/^(?:data|blob):/.test(address))
      elsewhere.push(address);
  });
  await page.goto("/browse");
  await page.getByRole("contentinfo").getByRole("link", { name: "API" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API");
  const operation = page
    .locator("#operations-tag-catalog, .opblock")
    .filter({ hasText: "/api/animes/random" })
    .first();
  await operation.getByRole("button").first().click();
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(
    operation.locator(".live-responses-table tbody .response-col_status").first(),
  ).toContainText("200");
  await expect(operation.locator(".live-responses-table")).toContainText("mal_id");
  expect(elsewhere).toEqual([]);
  // Swagger UI's own markup is not ours to mend; what stands around it is.
  await page.locator(".api-description").evaluate((element) => element.remove());
  expect(await seriousFaults(page)).toEqual([]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says what it needs and leads to the description for programs", async ({
    page,
  }) => {
    await page.goto("/docs");
    await expect(page.locator("noscript p")).toBeVisible();
    await expect(
      page.getByRole("link", { name: "The description for programs (OpenAPI)" }),
    ).toHaveAttribute("href", "/api/openapi.json");
  });
});
