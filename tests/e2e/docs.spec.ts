import { seriousViolations } from "./support/axe";
import { expect, test } from "./support/fixtures";

test("the API can be read and tried in the browser, without external requests @main", async ({
  page,
  baseURL,
}) => {
  const externalRequests: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(baseURL ?? "") && !/^(?:data|blob):/.test(url)) externalRequests.push(url);
  });
  await page.goto("/browse");
  await page.getByRole("contentinfo").getByRole("link", { name: "API documentation" }).click();
  // Swagger UI adds a heading of its own.
  await expect(page.getByRole("heading", { level: 1, name: "API documentation" })).toBeVisible();
  const operation = page
    .locator("#operations-tag-catalog, .opblock")
    .filter({ hasText: "/api/animes/random" })
    .first();
  await expect(page.getByRole("main")).toHaveCount(1);
  // All operations look alike, and axe is slow with a hundred.
  const tags = page.getByPlaceholder("Filter by tag");
  await tags.fill("System");
  await expect(operation).toHaveCount(0);
  expect(await seriousViolations(page)).toEqual([]);
  await tags.clear();
  await operation.getByRole("button").first().click();
  await expect(page).toHaveURL(/#\/Catalog\/getApiAnimesRandom$/);
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(
    operation.locator(".live-responses-table tbody .response-col_status").first(),
  ).toContainText("200");
  await expect(operation.locator(".live-responses-table")).toContainText("mal_id");
  expect(externalRequests).toEqual([]);
  const one = page.locator(".opblock").filter({ hasText: "/api/animes/getAnime" }).first();
  await one.getByRole("button").first().click();
  await one.getByRole("button", { name: "Execute" }).click();
  await expect(one.locator(".live-responses-table")).toContainText("Sousou no Frieren");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page explains that it needs JavaScript and links to the OpenAPI document", async ({
    page,
  }) => {
    await page.goto("/docs");
    await expect(page.locator("noscript p")).toBeVisible();
    await expect(page.getByRole("link", { name: "OpenAPI document" })).toHaveAttribute(
      "href",
      "/api/openapi.json",
    );
  });
});
