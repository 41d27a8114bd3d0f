// Builds the image, starts it as an operator would, and uses the site in a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { findBrowser } from "../lib/browser.mjs";
import { getFreePort } from "../support/free-port";
import { buildah, docker } from "./engines";

/** Megabytes (10^6 bytes) that a registry sends. */
const MOST_COMPRESSED = { full: 350, slim: 220 };

const { values } = parseArgs({
  options: {
    engine: { type: "string", default: "docker" },
    slim: { type: "boolean", default: false },
    "node-image": { type: "string" },
    "base-image": { type: "string" },
  },
});
const engine = { docker, buildah }[values.engine];
if (engine === undefined) throw new Error("--engine is docker or buildah");
const variant = values.slim ? "slim" : "full";
const tag = `localhost/akari:${variant}`;
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

console.log(`Building ${tag}`);
engine.build(tag, {
  FFMPEG: String(!values.slim),
  VERSION: version,
  ...(values["node-image"] !== undefined && { NODE_IMAGE: values["node-image"] }),
  ...(values["base-image"] !== undefined && { BASE_IMAGE: values["base-image"] }),
});
const { unpacked, compressed } = engine.size(tag);
console.log(`${Math.round(unpacked / 1e6)} MB unpacked`);
if (compressed !== null) {
  console.log(`${Math.round(compressed / 1e6)} MB compressed`);
  assert(compressed <= MOST_COMPRESSED[variant] * 1e6, "The image is too large.");
}

const port = await getFreePort();
const origin = `http://127.0.0.1:${port}`;
const begin = performance.now();
const container = engine.start(tag, port);
try {
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 100));
  console.log(`Ready after ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  const people = container.exec(["akari", "people", "list", "--json"]);
  assert.equal((JSON.parse(people) as { total: number }).total, 0);
  await useSite();
  assert.match(container.exec(["akari", "people", "list"]), /reader@example\.org/);
  assert.match(container.exec(["akari", "backup"]), /\.tar/);
  assert.equal(
    container.exec(["sh", "-c", "command -v ffmpeg || true"]),
    values.slim ? "" : "/usr/bin/ffmpeg",
  );
  assert.equal(await container.stop(), 0);
  console.log("The image works.");
} catch (error) {
  console.error(container.output());
  throw error;
} finally {
  container.remove();
}

async function isReady(): Promise<boolean> {
  if (performance.now() - begin > 180_000) throw new Error("The container is not ready.");
  const response = await fetch(`${origin}/readyz`).catch(() => null);
  return response?.ok === true;
}

/** Looks at Home, creates an account and opens a title. */
async function useSite(): Promise<void> {
  const executablePath = findBrowser();
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  try {
    const page = await browser.newPage({ baseURL: origin });
    const failures: string[] = [];
    page.on("pageerror", ({ message }) => failures.push(message));
    page.on("response", (response) => {
      if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
    });
    await page.goto("/");
    await expectImages(page);
    await signUp(page);
    await page.goto("/browse");
    await page.locator('main a[href^="/anime/"]').first().click();
    await page.waitForURL("**/anime/**");
    assert.deepEqual(failures, []);
  } finally {
    await browser.close();
  }
}

async function expectImages(page: Page): Promise<void> {
  const image = page.locator("main img").first();
  await image.scrollIntoViewIfNeeded();
  await page.waitForFunction(
    (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
    await image.elementHandle(),
  );
}

async function signUp(page: Page): Promise<void> {
  await page.goto("/signup");
  await page.getByLabel("User name").fill("Reader");
  await page.getByLabel("Email").fill("reader@example.org");
  await page.getByLabel("Password", { exact: true }).fill("Lantern!7road");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { level: 1, name: "About you" }).waitFor();
}
