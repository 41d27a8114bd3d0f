import { expect, test } from "@playwright/test";

test("the first page opens and hydrates without errors or CSP violations @main", async ({
  page,
}) => {
  const problems: string[] = [];
  page.on(
    "console",
    (message) =>
      message.type() === "error" &&
      !message.text().startsWith("Failed to load resource") &&
      problems.push(message.text()),
  );
  page.on("pageerror", (error) => problems.push(error.message));
  const response = await page.goto("/");
  expect(response?.status()).toBe(200);
  await expect(page.locator("h1").first()).toBeVisible();
  expect(problems).toEqual([]);
});

test("an unknown URL is a 404 page", async ({ page }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page.locator("body")).not.toBeEmpty();
});

test("CACHE-S13 framework-internal headers change nothing", async ({ request }) => {
  const page = async (headers: Record<string, string> = {}) => {
    const response = await request.get("/browse", { headers });
    const text = await response.text();
    return {
      status: response.status(),
      type: response.headers()["content-type"],
      text: text.replaceAll(/nonce="[^"]*"/g, ""),
    };
  };
  const usual = await page();
  expect([usual.status, usual.type]).toEqual([200, "text/html; charset=utf-8"]);
  const marker = Buffer.from(JSON.stringify({ root: { data: "planted" } })).toString("base64");
  expect(await page({ "x-react-router-spa-mode": "yes" })).toEqual(usual);
  expect(await page({ "x-react-router-prerender-data": marker })).toEqual(usual);
});
