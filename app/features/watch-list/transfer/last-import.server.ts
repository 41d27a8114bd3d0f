import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { NotFound } from "~/errors/app-error";
import { hideTitles, type Viewer } from "~/features/catalog/visibility.server";
import { COLLECTION_TYPES } from "~/features/watch-list/collection-types";
import type { ErrorMessage } from "~/i18n/error-message";
import { errorText } from "~/i18n/error-text.server";
import type { Locale } from "~/i18n/locales";
import type { Database, Transaction } from "~db/client.server";
import { listImports } from "~db/schema";
import { toCsv } from "./csv";
import { MERGE_POLICIES, type MergePolicy } from "./merge-policy";
import { LIST_FORMATS, type ListFormat } from "./list-format";

const title = z.object({
  mal_id: z.int(),
  title: z.string().nullable(),
  type: z.enum(COLLECTION_TYPES),
});

/**
 * `repeated`: a record that yielded to another of the same title; `value` is what it says.
 * `unset`: a value that the format has for none. `unreadable`: one that cannot be read, so that
 * the stored one stays, or one of the history, which is left out. `shortened`: one of which what is
 * over a limit is left out. `ambiguous`: the other ids that
 * the file has for the title.
 */
const NOTICE_KINDS = ["repeated", "unset", "unreadable", "shortened", "ambiguous"] as const;
type NoticeKind = (typeof NOTICE_KINDS)[number];

const notice = z.object({
  mal_id: z.int().nullable(),
  title: z.string().nullable(),
  kind: z.enum(NOTICE_KINDS),
  field: z.string().nullable(),
  value: z.string(),
});

/** The outcome per title; hidden titles have no name. `notices` are what the outcomes leave out. */
export const importReportSchema = z.object({
  added: z.array(title),
  changed: z.array(title.extend({ previous_type: z.string() })),
  unchanged: z.array(title),
  notFound: z.array(
    z.object({ mal_id: z.int().nullable(), title: z.string().nullable(), reason: z.string() }),
  ),
  notices: z.array(notice.extend({ reason: z.string() })),
});
type RenderedReport = z.output<typeof importReportSchema>;

const fullReportSchema = importReportSchema.extend({
  notFound: z.array(
    importReportSchema.shape.notFound.element.extend({
      row: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  // Reports of earlier versions have none.
  notices: z.array(notice).default([]),
});
export type ImportReport = z.output<typeof fullReportSchema>;

const storedSchema = z.object({
  format: z.enum(LIST_FORMATS),
  policy: z.enum(MERGE_POLICIES),
  report: fullReportSchema,
});

export interface LastImport {
  format: ListFormat;
  policy: MergePolicy;
  report: ImportReport;
  importedAt: Date;
}

/** Replaces the user's previous report. It is stored with all names: hiding is for readers. */
export async function saveLastImport(
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

/** Throws `NotFound` if the user has never imported a list. */
export async function getLastImport(
  db: Database,
  userId: string,
  viewer: Viewer,
): Promise<LastImport> {
  const [row] = await db.select().from(listImports).where(eq(listImports.userId, userId));
  if (row === undefined) throw new NotFound("list.noImport");
  const last = storedSchema.parse(row);
  return {
    ...last,
    report: await hideTitles(db, last.report, viewer),
    importedAt: row.importedAt,
  };
}

const REASONS = ["list.notInCatalog", "list.noId", "list.invalidState"] as const;
export type SkipReason = (typeof REASONS)[number];

export function renderReasons(report: ImportReport, locale?: Locale): RenderedReport {
  return {
    ...report,
    notFound: report.notFound.map(({ row: _, ...entry }) => ({
      ...entry,
      reason: renderReason(entry.reason, locale),
    })),
    notices: report.notices.map((entry) => ({
      ...entry,
      reason: errorText(NOTICE_TEXTS[entry.kind](entry), locale),
    })),
  };
}

const NOTICE_TEXTS: Record<NoticeKind, (entry: z.output<typeof notice>) => ErrorMessage> = {
  repeated: ({ value }) => ({ key: "list.repeatedTitle", values: { record: value } }),
  unreadable: ({ field, value }) => ({
    key: field?.startsWith("history.") === true ? "list.unreadableHistory" : "list.unreadableValue",
    values: { field: field ?? "", value },
  }),
  shortened: ({ field, value }) => ({
    key: "list.shortenedValue",
    values: { field: field ?? "", value },
  }),
  ambiguous: ({ value }) => ({ key: "list.ambiguousTitle", values: { ids: value } }),
  unset: ({ field, value }) => ({ key: "list.unsetValue", values: { field: field ?? "", value } }),
};

function renderReason(key: string, locale?: Locale): string {
  const match = REASONS.find((reason) => reason === key);
  return match === undefined ? key : errorText(match, locale);
}

/** The file's values of each title that was not imported, with the reason. */
export function listRejected({ notFound }: ImportReport): Record<string, unknown>[] {
  return notFound.map(({ row, mal_id, title, reason }) => ({
    ...row,
    mal_id,
    title,
    reason: renderReason(reason),
  }));
}

export function countReport({
  added,
  changed,
  unchanged,
  notFound,
}: ImportReport): Record<"total" | Exclude<keyof ImportReport, "notices">, number> {
  const counts = {
    added: added.length,
    changed: changed.length,
    unchanged: unchanged.length,
    notFound: notFound.length,
  };
  return { total: counts.added + counts.changed + counts.unchanged + counts.notFound, ...counts };
}

export function toReportCsv(report: ImportReport): string {
  const { notFound, notices } = renderReasons(report);
  return toCsv([
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
    ...notFound.map((line) => ["not found", line.mal_id, line.title, null, null, line.reason]),
    ...notices.map((line) => ["notice", line.mal_id, line.title, null, null, line.reason]),
  ]);
}
