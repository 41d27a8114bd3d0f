import { defineConfig } from "vitest/config";

/** Two projects: `unit` sits beside the modules and needs nothing, `integration` needs the real Postgres that its set-up starts. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "app/**/*.test.{ts,tsx}",
            "db/**/*.test.ts",
            "scripts/**/*.test.mjs",
            "tests/unit/**/*.test.ts",
          ],
          environment: "node",
          // Thousands of generated cases take as long as the machine has work for others.
          testTimeout: 120_000,
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
          // Each has a process and a share of the one server; more would only wait for each other on a small machine.
          maxWorkers: 2,
          // Generous, since servers and programs start here: a busy machine is no failure.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          // What fails twice is broken; a busy machine can make a process miss its moment once.
          retry: 1,
        },
      },
      {
        // In a network of its own (scripts/in-own-network.mjs); elsewhere these tests are skipped.
        extends: true,
        test: {
          name: "netns",
          include: ["tests/netns/**/*.test.ts"],
          environment: "node",
          pool: "forks",
          // They all listen on the same addresses.
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Against the full catalog, which lies beside the project; where it does not, these tests are skipped.
        extends: true,
        test: {
          name: "catalog",
          include: ["tests/catalog/**/*.test.ts"],
          environment: "node",
          globalSetup: ["tests/support/integration-setup.ts"],
          pool: "forks",
          maxWorkers: 1,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
