import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { describeMachine } from "../../../bench/support/machine";
import { printTable } from "../../../bench/support/tables";
import { buildWhenNeeded } from "../../../scripts/lib/prepare.mjs";
import { removeAbandonedDataDirs } from "../../../scripts/support/data-dir";
import type { Figure } from "./figures";

declare module "vitest" {
  interface ProvidedContext {
    faults: {
      seed: number;
      kills: number;
      figures: string;
    };
  }
}

const DEFAULT_KILLS = 50;

/** Builds, and prints the seed and the figures. */
export default async function setup(project: TestProject): Promise<() => void> {
  await removeAbandonedDataDirs();
  await buildWhenNeeded();
  const seed = Number(process.env["FAULTS_SEED"] ?? Math.floor(Math.random() * 2 ** 32));
  const kills = Number(process.env["FAULTS_KILLS"] ?? DEFAULT_KILLS);
  const folder = mkdtempSync(join(tmpdir(), "akari-faults-"));
  const figures = join(folder, "figures.ndjson");
  writeFileSync(figures, "");
  project.provide("faults", { seed, kills, figures });
  const header = `FAULTS_SEED=${seed} FAULTS_KILLS=${kills} npm test -- faults`;
  process.stdout.write(`${header}\n`);
  return () => {
    const rows = readFileSync(figures, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Figure);
    process.stdout.write(
      `\n${new Date().toISOString().slice(0, 10)}, ${describeMachine()}\n${header}\n\n`,
    );
    printTable(
      ["fault", "goal", "measured"],
      rows.map(({ fault, goal, measured }) => [fault, goal, measured]),
    );
    rmSync(folder, { recursive: true });
  };
}
