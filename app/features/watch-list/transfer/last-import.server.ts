import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { NotFound } from "~/errors/app-error";
import { COLLECTION_TYPES } from "~/features/watch-list/collection-types";
import type { Database, Transaction } from "~db/client.server";
import { listImports } from "~db/schema";
import { writeCsv } from "./csv";
import { IMPORT_POLICIES, type ImportPolicy } from "./import-policy";
import { LIST_FORMATS, type ListFormat } from "./list-format";

const title = z.object({ mal_id: z.int(), title: z.string(), type: z.enum(COLLECTION_TYPES) });

/** What became, or would become, of each title of a list from elsewhere. */
export const importReportSchema = z.object({
  added: z.array(title),
  changed: z.array(title.extend({ previous_type: z.string() })),
  unchanged: z.array(title),
  notFound: z.array(
    z.object({ mal_id: z.int().nullable(), title: z.string().nullable(), reason: z.string() }),
  ),
});
export type ImportReport = z.output<typeof importReportSchema>;

const storedSchema = z.object({
  format: z.enum(LIST_FORMATS),
  policy: z.enum(IMPORT_POLICIES),
  report: importReportSchema,
});

/** An import that was done, with its report. */
export interface LastImport {
  format: ListFormat;
  policy: ImportPolicy;
  report: ImportReport;
  importedAt: Date;
}

/** Keeps the report of an import for its person, in place of the one before. */
export async function rememberImport(
  tx: Transaction,
  userId: string,
  done: Omit<LastImport, "importedAt">,
): Promise<void> {
  const values = { ...done, importedAt: sql`now()` };
  await tx
    .insert(listImports)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: listImports.userId, set: values });
}

/** The person's last import. Throws `NotFound` when there was none. */
export async function lastImport(db: Database, userId: string): Promise<LastImport> {
  const [row] = await db.select().from(listImports).where(eq(listImports.userId, userId));
  if (row === undefined) throw new NotFound("You have not imported a list yet.");
  return { ...storedSchema.parse(row), importedAt: row.importedAt };
}

/** How many titles a report has of each kind, and altogether. */
export function countReport({
  added,
  changed,
  unchanged,
  notFound,
}: ImportReport): Record<"total" | keyof ImportReport, number> {
  const counts = {
    added: added.length,
    changed: changed.length,
    unchanged: unchanged.length,
    notFound: notFound.length,
  };
  return { total: counts.added + counts.changed + counts.unchanged + counts.notFound, ...counts };
}

/** A report as a table: one line for each title. */
export function reportCsv(report: ImportReport): string {
  return writeCsv([
    ["outcome", "mal_id", "title", "type", "previous_type", "reason"],
    ...report.added.map((line) => ["added", line.mal_id, line.title, line.type, null, null]),
    ...report.changed.map((line) => [
      "changed",
      line.mal_id,
      line.title,
      line.type,
      line.previous_type,
      null,
    ]),
    ...report.unchanged.map((line) => [
      "unchanged",
      line.mal_id,
      line.title,
      line.type,
      null,
      null,
    ]),
    ...report.notFound.map((line) => [
      "not found",
      line.mal_id,
      line.title,
      null,
      null,
      line.reason,
    ]),
  ]);
}
