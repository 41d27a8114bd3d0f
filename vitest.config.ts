import { defineConfig } from "vitest/config";

/**
 * `unit` tests are beside their modules and need nothing; `integration` needs the Postgres that its
 * setup starts. A tag moves a test of either out of `npm test`.
 */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    reporters: ["default", "./scripts/lib/vitest-summary.ts"],
    // A test that passes at the second try is flaky, and the summary names it.
    retry: 1,
    tags: [
      {
        name: "rest",
        description: "Too slow for `npm test`: `npm run test:rest` runs it.",
        timeout: 120_000,
      },
      {
        name: "nightly",
        description: "Measures, kills, fuzzes, or needs a fleet: `npm run test:nightly` runs it.",
        timeout: 240_000,
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "app/**/*.test.{ts,tsx}",
            "cli/**/*.test.ts",
            "db/**/*.test.ts",
            "scripts/**/*.test.{mjs,ts}",
            "tests/unit/**/*.test.ts",
          ],
          environment: "node",
          isolate: false,
          // Vitest's own default leaves one core of two idle.
          maxWorkers: 2,
          // This group runs before the others when a tier runs both: Vitest shares no workers among
          // groups.
          sequence: { groupOrder: 0 },
          // The slowest take 3 s on an idle machine.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          environment: "node",
          globalSetup: ["tests/support/integration-setup.ts"],
          pool: "forks",
          // Each worker has its own process and shares one Postgres.
          isolate: false,
          // One more than cores: a quarter of the time passes in waiting for other processes.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // Several times what the slowest take on an idle machine; what needs longer says so.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        // Property tests with many more runs and a random seed, and half an hour of load.
        extends: true,
        test: {
          name: "long",
          include: [
            "tests/integration/outbound/{relay-against-llhttp,exchange-endings}.test.ts",
            "tests/long/**/*.test.ts",
          ],
          environment: "node",
          pool: "forks",
          maxWorkers: 1,
          env: { LONG_RUNS: process.env["LONG_RUNS"] ?? "50" },
        },
      },
      {
        // The integration test with many more requests.
        extends: true,
        test: {
          name: "fuzz-api",
          include: ["tests/integration/docs/api-fuzz.test.ts"],
          environment: "node",
          globalSetup: ["tests/support/integration-setup.ts"],
          pool: "forks",
          maxWorkers: 1,
          env: { API_FUZZ_REQUESTS: process.env["API_FUZZ_REQUESTS"] ?? "50000" },
          testTimeout: 60 * 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Kills the built server and its database under load.
        extends: true,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          environment: "node",
          globalSetup: ["tests/faults/support/setup.ts"],
          pool: "forks",
          maxWorkers: 1,
          testTimeout: 60 * 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        // Runs in a network namespace (scripts/in-own-network.mjs); skipped elsewhere.
        extends: true,
        test: {
          name: "netns",
          include: ["tests/netns/**/*.test.ts"],
          environment: "node",
          pool: "forks",
          // These tests all listen on the same addresses.
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Needs the full catalog beside the project; skipped without it.
        extends: true,
        test: {
          name: "catalog",
          include: ["tests/catalog/**/*.test.ts"],
          environment: "node",
          globalSetup: ["tests/catalog/support/setup.ts"],
          pool: "forks",
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
