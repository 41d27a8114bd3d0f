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
          include: ["app/**/*.test.{ts,tsx}", "db/**/*.test.ts", "scripts/**/*.test.mjs", "tests/unit/**/*.test.ts"],
          environment: "node",
        },
      },
    ],
  },
});
