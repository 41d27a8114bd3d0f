import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import type { ImportedEntry } from "./imported-entry";

interface Row extends Record<string, unknown> {
  mal_id: number;
  year: number | null;
  names: (string | null)[];
}

/** Fills in missing ids by title and year: exact name in any casing, if it is unambiguous. */
export async function findByName(
  tx: Transaction,
  entries: readonly ImportedEntry[],
): Promise<readonly ImportedEntry[]> {
  const isNameless = (entry: ImportedEntry) =>
    entry.malId === null && entry.title !== null && entry.year !== undefined;
  const names = entries.filter(isNameless).map(({ title }) => fold(title));
  if (names.length === 0) return entries;
  const rows = await tx.execute<Row>(sql`
    SELECT a.mal_id, coalesce(a.year, extract(year FROM a.aired_from)::int4) AS year,
      ARRAY[lower(a.title), lower(a.title_english)] AS names
    FROM animes a
    WHERE lower(a.title) = ANY(${sql.param(names)}::text[])
      OR lower(a.title_english) = ANY(${sql.param(names)}::text[])`);
  const titles = new Map<string, Row[]>();
  for (const row of rows)
    for (const name of new Set(row.names.map(fold))) {
      const existing = titles.get(name) ?? [];
      existing.push(row);
      titles.set(name, existing);
    }
  return entries.map((entry) => {
    if (!isNameless(entry)) return entry;
    const found = (titles.get(fold(entry.title)) ?? []).filter(
      ({ year }) => entry.year === null || year === entry.year,
    );
    return found.length === 1 ? { ...entry, malId: found[0]?.mal_id ?? null } : entry;
  });
}

function fold(name: string | null): string {
  return (name ?? "").toLowerCase();
}
