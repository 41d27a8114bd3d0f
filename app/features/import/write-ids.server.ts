import { and, inArray, sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { animes, externalIds } from "~db/schema";
import type { IdsRow } from "./rows/ids-row";
import type { WriteResult } from "./write-result";

/**
 * Replaces each title's ids of the sites that its row names, so that lists of different sites add
 * up. Those of a repeated row are added to what the rows before it say.
 */
export async function writeIds(
  tx: Transaction,
  rows: readonly IdsRow[],
  isRepeated: (row: IdsRow) => boolean,
): Promise<WriteResult<IdsRow>> {
  const ids = rows.map(({ mal_id }) => mal_id);
  const existing = await tx
    .select({ malId: animes.malId })
    .from(animes)
    .where(inArray(animes.malId, ids));
  const titles = new Set(existing.map(({ malId }) => malId));
  const stored = await tx.select().from(externalIds).where(inArray(externalIds.malId, ids));
  const result = {
    added: [] as IdsRow[],
    changed: [] as IdsRow[],
    rejected: [],
    unknown: rows.filter(({ mal_id }) => !titles.has(mal_id)),
  };
  for (const row of rows) {
    if (!titles.has(row.mal_id) || row.ids.length === 0) continue;
    const sites = [...new Set(row.ids.map(({ site }) => site))];
    const before = stored.filter(({ malId, site }) => malId === row.mal_id && sites.includes(site));
    const isMore = isRepeated(row);
    const given = row.ids.map((entry) => ({
      ...entry,
      season:
        entry.season === undefined || (isMore && entry.season === null)
          ? (seasonOf(before, entry) ?? null)
          : entry.season,
    }));
    const isGiven = ({ site, id }: { site: string; id: string }) =>
      given.some((entry) => entry.site === site && entry.id === id);
    const kept = isMore ? before.filter((entry) => !isGiven(entry)) : [];
    const after = [...kept.map(({ site, id, season }) => ({ site, id, season })), ...given];
    const describe = (list: readonly { site: string; id: string; season: number | null }[]) =>
      list
        .map(({ site, id, season }) => `${site} ${id} ${season}`)
        .sort()
        .join("\n");
    if (describe(before) === describe(after)) continue;
    (before.length === 0 ? result.added : result.changed).push(row);
    await tx
      .delete(externalIds)
      .where(and(sql`${externalIds.malId} = ${row.mal_id}`, inArray(externalIds.site, sites)));
    await tx.insert(externalIds).values(after.map((entry) => ({ malId: row.mal_id, ...entry })));
  }
  return result;
}

function seasonOf(
  stored: readonly { site: string; id: string; season: number | null }[],
  { site, id }: { site: string; id: string },
): number | null | undefined {
  return stored.find((entry) => entry.site === site && entry.id === id)?.season;
}
