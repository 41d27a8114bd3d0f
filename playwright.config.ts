import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/lib/chromium.mjs";

const chromium = findChromium();

const PHONE_ONLY = ["account/people", "player/bar", "player/watch-phone"];
const specs = (names: readonly string[]) => names.map((name) => `**/e2e/${name}.spec.ts`);

/** User journeys in Chromium, against the built server that the global setup starts. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/support/e2e-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  // One more than cores: pages wait for videos and for the network to be idle.
  workers: 3,
  reporter: "list",
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env["E2E_BASE_URL"],
    // A fifth of the CPU time; `--trace retain-on-failure` turns it on.
    trace: "off",
    screenshot: "only-on-failure",
    // Recording needs a program that only Playwright's own download includes.
    video: "off",
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions:
      chromium === null
        ? {}
        : { executablePath: chromium.executablePath, env: { ...environment(), ...chromium.env } },
  },
  projects: [
    {
      name: "desktop",
      testIgnore: specs(PHONE_ONLY),
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
    },
    {
      name: "phone",
      // The main journey of each page, and what phones show differently.
      grep: /@phone/,
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } },
    },
  ],
});

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
}
