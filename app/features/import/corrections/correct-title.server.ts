import { desc, eq, sql } from "drizzle-orm";
import { Invalid, NotFound } from "~/errors/app-error";
import type { Database, RecordChange, Transaction } from "~db/client.server";
import { animes, titleCorrections } from "~db/schema";
import { ANIME_COLUMNS } from "~/features/catalog/anime-schema.server";
import { lockCatalogForWriting } from "~/features/catalog/catalog-version.server";
import { importCatalog } from "~/features/import/import-catalog.server";
import { checkCatalogRow } from "~/features/import/rows/catalog-row";
import { isAddedByHand, STARTER_HASH_PREFIX } from "~/features/import/content-origin";
import type { ImportSource } from "~/features/import/write-result";
import { correctCounts } from "~/features/watch-list/port";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import {
  CORRECTABLE_FIELDS,
  isCorrectableField,
  type CorrectableField,
} from "./correctable-fields";

export type FactValue = string | number | string[] | null;
export type Facts = Record<CorrectableField, FactValue>;

export interface TitleFacts {
  /** The title's facts, corrections included. */
  facts: Facts;
  /** What the last import had, of corrected fields. */
  imported: Partial<Facts>;
  /** Whether the title is withdrawn from everyone. */
  withdrawn: boolean;
  /** Whether it was added by hand, and has no import that facts could differ from. */
  isByHand: boolean;
}

/** Throws `NotFound`. */
export async function getTitleFacts(db: Database | Transaction, id: number): Promise<TitleFacts> {
  const row = await readRow(db, id);
  const corrections = await db
    .select({ field: titleCorrections.field, imported: titleCorrections.imported })
    .from(titleCorrections)
    .where(eq(titleCorrections.malId, id));
  const facts = Object.fromEntries(
    CORRECTABLE_FIELDS.map((field) => [field, row.values[field]]),
  ) as Facts;
  const imported = Object.fromEntries(
    corrections
      .filter(({ field }) => isCorrectableField(field))
      .map(({ field, imported }) => [field, imported]),
  ) as Partial<Facts>;
  return { facts, imported, withdrawn: row.withdrawn, isByHand: row.source === "hand" };
}

/**
 * Makes the title's facts the given ones. What differs from the last import is a correction that
 * imports leave; what equals it is none. Throws `NotFound`, and `Invalid` with the fields that the
 * catalog refuses. Returns the names of the corrected fields.
 */
export async function correctTitle(
  db: Database,
  id: number,
  facts: Facts,
  record?: RecordChange<CorrectableField[]>,
): Promise<CorrectableField[]> {
  const corrected = await db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    const fields = await writeCorrection(tx, id, facts);
    await record?.(tx, fields);
    return fields;
  });
  // The nightly maintenance repeats it.
  await correctCounts(db).catch(() => undefined);
  // Until a rebuild succeeds, totals are exact but slower.
  await rebuildListingBitmaps(db).catch(() => undefined);
  return corrected;
}

async function writeCorrection(
  tx: Transaction,
  id: number,
  facts: Facts,
): Promise<CorrectableField[]> {
  const { values, source: origin } = await readRow(tx, id);
  const { imported } = await getTitleFacts(tx, id);
  const source = { ...values, ...imported };
  const checked = checkCatalogRow({ ...values, ...facts });
  if ("invalid" in checked)
    throw new Invalid(
      checked.invalid.map((field) => ({
        path: field,
        message: { key: "field.invalid", values: { field } },
      })),
    );
  const { row } = checked;
  if (origin === "hand") {
    await importCatalog(tx, oneRow(row), { source: origin, skipVacuum: true });
    return CORRECTABLE_FIELDS.filter(
      (field) => JSON.stringify(row[field]) !== JSON.stringify(values[field] ?? null),
    );
  }
  const changed = CORRECTABLE_FIELDS.filter(
    (field) => JSON.stringify(row[field]) !== JSON.stringify(source[field] ?? null),
  );
  await tx.delete(titleCorrections).where(eq(titleCorrections.malId, id));
  if (changed.length > 0)
    await tx.insert(titleCorrections).values(
      changed.map((field) => ({
        malId: id,
        field,
        value: sql`${JSON.stringify(row[field])}::jsonb`,
        imported: sql`${JSON.stringify(source[field] ?? null)}::jsonb`,
      })),
    );
  await importCatalog(tx, oneRow(source), { source: origin, skipVacuum: true });
  return changed;
}

export interface CorrectedTitle {
  id: number;
  title: string;
  fields: string[];
}

const MAX_LISTED = 100;

/** Lists corrected titles; those corrected last come first. */
export async function listCorrectedTitles(db: Database): Promise<CorrectedTitle[]> {
  return db
    .select({
      id: animes.malId,
      title: animes.title,
      fields: sql<
        string[]
      >`array_agg(${titleCorrections.field} ORDER BY ${titleCorrections.field})`,
    })
    .from(titleCorrections)
    .innerJoin(animes, eq(animes.malId, titleCorrections.malId))
    .groupBy(animes.malId, animes.title)
    .orderBy(desc(sql`max(${titleCorrections.correctedAt})`))
    .limit(MAX_LISTED);
}

async function* oneRow(value: unknown) {
  await Promise.resolve();
  yield [{ at: {}, value }];
}

async function readRow(
  db: Database | Transaction,
  id: number,
): Promise<{ values: Record<string, FactValue>; source: ImportSource; withdrawn: boolean }> {
  const [row] = await db.select({ anime: animes }).from(animes).where(eq(animes.malId, id));
  if (row === undefined) throw new NotFound({ key: "anime.idNotFound", values: { id } });
  const values = Object.fromEntries(
    ANIME_COLUMNS.map(({ property, name }) => {
      const value: unknown = row.anime[property];
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  ) as Record<string, FactValue>;
  return {
    values,
    source: sourceOf(row.anime.contentHash),
    withdrawn: row.anime.withdrawn,
  };
}

function sourceOf(contentHash: string): ImportSource {
  if (isAddedByHand(contentHash)) return "hand";
  return contentHash.startsWith(STARTER_HASH_PREFIX) ? "starter" : "file";
}
