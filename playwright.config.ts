import { defineConfig, devices } from "@playwright/test";
import { SYSTEM_FONTS } from "./tests/e2e/support/launch-options";

const PHONE_ONLY = [
  "account/people",
  "pages/phone",
  "player/bar",
  "player/targets",
  "player/watch-phone",
];
/** Tests that measure the machine or the build, or repeat others: `npm run test:nightly`. */
const NIGHTLY = /@nightly/;
const DESKTOP = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } };
const PHONE = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
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
  reporter: [["list"], ["./scripts/lib/playwright-summary.ts"]],
  // A test that passes at the second try is flaky, and the summary names it.
  retries: 1,
  // Most journeys take less than 15 seconds and waits less than 4 on two idle cores: both pass on a
  // machine that is three times slower, and what hangs ends soon. Tests that take longer say so.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: process.env["E2E_BASE_URL"],
    // A fifth of the CPU time; `--trace retain-on-failure` turns it on.
    trace: "off",
    screenshot: "only-on-failure",
    // Recording needs a program that only Playwright's own download includes.
    video: "off",
    locale: "en-GB",
    timezoneId: "UTC",
    // Transitions cost CPU time and delay clicks; tests of motion allow them.
    reducedMotion: "reduce",
    // Each signed-in context would install it; tests of offline pages allow it.
    serviceWorkers: "block",
    ...SYSTEM_FONTS,
  },
  projects: [
    {
      name: "desktop",
      testIgnore: specs(PHONE_ONLY),
      grepInvert: NIGHTLY,
      use: DESKTOP,
    },
    {
      name: "phone",
      // What phones show differently.
      grep: /@phone(?!-nightly)/,
      use: PHONE,
    },
    {
      name: "nightly",
      grep: NIGHTLY,
      use: DESKTOP,
    },
    {
      name: "nightly-phone",
      // Journeys of the other projects, at the size of a phone.
      grep: /@phone-nightly/,
      use: PHONE,
    },
  ],
});
