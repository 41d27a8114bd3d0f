import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { seriousViolations } from "./support/axe";
import { expect, test } from "./support/fixtures";
import { signUp } from "./support/sign-up";

test("the API can be read and tried in the browser, without external requests", async ({
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

  test("the guide's commands run with a new token", async ({ page, context }) => {
    await signUp(context);
    const created = await context.request.post("/api/user/tokens", {
      data: { name: "guide", scopes: ["list:read", "list:write"] },
    });
    const { data } = (await created.json()) as { data: { token: string } };
    await page.goto("/docs");
    const commands = await page
      .getByRole("region", { name: "Guide" })
      .locator("pre")
      .allInnerTexts();
    const outputs = new Map<string, string>();
    for (const command of commands.filter((each) => each.startsWith("curl")))
      outputs.set(command, await runInShell(command, { AKARI_TOKEN: data.token }));
    const outputOf = (part: string) =>
      [...outputs].find(([command]) => command.includes(part))?.[1] ?? "";
    expect(commands[1]).toBe("export AKARI_TOKEN=akari_…");
    expect(outputOf("/api/animes/full")).toContain('"mal_id"');
    expect(outputOf("type=watching")).toContain('"success":true');
    expect(outputOf('"+1"')).toContain('"success":true');
    expect(outputOf("export?format=mal-xml")).toContain("<myanimelist>");
    expect(outputOf('"many"')).toContain('"path":"episodes"');
  });

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

/** Returns what a command prints, whether the site accepts its request or rejects it. */
async function runInShell(command: string, env: Record<string, string>): Promise<string> {
  const shell = spawn("bash", ["-c", command], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const closed = once(shell, "close");
  const output = await text(shell.stdout);
  await closed;
  return output;
}
