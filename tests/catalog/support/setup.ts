import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { importCatalog } from "~/features/import/import-catalog.server";
import { readNdjsonFile } from "~/features/import/ndjson-file.server";
import { openDatabase } from "~db/client.server";
import { TEMPLATE } from "../../support/database/templates";
import setupPostgres from "../../support/integration-setup";
import { dataPath, hasData } from "../data";

/** Holds all titles, without episodes and relations. */
export const CATALOG_TEMPLATE = "akari_catalog";

/** Imports the full catalog once for all tests that read it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stop = await setupPostgres(project);
  if (!hasData) return stop;
  const server = project.getProvidedContext().postgres;
  const sql = postgres({ ...server, max: 1 });
  await sql`CREATE DATABASE ${sql(CATALOG_TEMPLATE)} TEMPLATE ${sql(TEMPLATE)}`;
  await sql.end();
  const database = openDatabase({ ...server, database: CATALOG_TEMPLATE }, { timeouts: null });
  const start = performance.now();
  const { added } = await importCatalog(database.db, readNdjsonFile(dataPath("catalog.ndjson.gz")));
  await database.close();
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  process.stdout.write(`\n${added} titles imported in ${seconds} s\n`);
  return stop;
}
