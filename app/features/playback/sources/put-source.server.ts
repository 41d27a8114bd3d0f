import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import {
  notifyCatalogVersion,
  incrementCatalogVersion,
  lockCatalogForWriting,
} from "~/features/catalog/catalog-version.server";
import { isPlayable } from "~/features/catalog/episodes/is-playable.server";
import { recordAvailable } from "~/features/catalog/episodes/record-available.server";
import type { Database, RecordChange, Transaction } from "~db/client.server";
import { episodes, episodeSources } from "~db/schema";
import type { SourceCheck } from "./check-source.server";
import type { SourceInput } from "./source-input";

export type PutSourceOutcome = "added" | "changed" | "unchanged";

interface PutOptions {
  record?: RecordChange<PutSourceOutcome>;
  /** Whether it is one of many, which are no news for those who watch the title. */
  isBulk?: boolean;
}

/**
 * Inserts a source, or updates the one with the same URL. Adds the episode if the catalog lacks it,
 * as for films, and records that it is available if this is its first source. `verdict` is null for
 * an unchecked source. Throws `NotFound` for an unknown anime.
 * The caller rebuilds the listing's bitmaps after the last one.
 */
export async function putSource(
  db: Database,
  input: SourceInput,
  verdict: SourceCheck | null,
  { record, isBulk = false }: PutOptions = {},
): Promise<PutSourceOutcome> {
  const outcome = await db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    const [playable] = await tx.execute(sql`
      SELECT FROM episodes e WHERE e.anime_mal_id = ${input.anime}::int4
        AND e.number = ${input.episode}::int4 AND ${isPlayable}`);
    const written = await writeSource(tx, input, verdict);
    if (playable === undefined && written === "added" && !isBulk)
      await recordAvailable(tx, [{ animeId: input.anime, number: input.episode }]);
    await record?.(tx, written);
    return written;
  });
  if (outcome !== "unchanged") await notifyCatalogVersion(db);
  return outcome;
}

async function writeSource(
  tx: Transaction,
  input: SourceInput,
  verdict: SourceCheck | null,
): Promise<PutSourceOutcome> {
  const [anime] = await tx.execute(sql`SELECT 1 FROM animes WHERE mal_id = ${input.anime}::int4`);
  if (anime === undefined)
    throw new NotFound({ key: "anime.idNotFound", values: { id: input.anime } });
  await tx
    .insert(episodes)
    .values({ animeMalId: input.anime, number: input.episode })
    .onConflictDoNothing();
  const fields = {
    language: input.language,
    kind: input.kind,
    label: input.label,
    position: input.order,
    introStart: input.intro?.start ?? null,
    introEnd: input.intro?.end ?? null,
    outroStart: input.outro?.start ?? null,
    outroEnd: input.outro?.end ?? null,
  };
  const checked = verdict === null ? {} : toCheckColumns(verdict);
  const differs = sql.join(
    Object.keys(fields).map(
      (name) =>
        sql`${episodeSources[name as keyof typeof fields]} IS DISTINCT FROM excluded.${sql.identifier(episodeSources[name as keyof typeof fields].name)}`,
    ),
    sql` OR `,
  );
  const [written] = await tx
    .insert(episodeSources)
    .values({
      animeMalId: input.anime,
      number: input.episode,
      url: input.url,
      ...fields,
      ...checked,
    })
    .onConflictDoUpdate({
      target: [episodeSources.animeMalId, episodeSources.number, episodeSources.url],
      set: fields,
      setWhere: differs,
    })
    .returning({ id: episodeSources.id, added: sql<boolean>`xmax = 0` });
  if (written === undefined) return "unchanged";
  await incrementCatalogVersion(tx);
  return written.added ? "added" : "changed";
}

export function toCheckColumns(
  verdict: SourceCheck,
  now = new Date(),
): { status: string; format: string | null; problem: string | null; checkedAt: Date } {
  if (verdict.alive) return { status: "ok", format: verdict.format, problem: null, checkedAt: now };
  return { status: "dead", format: null, problem: verdict.problem, checkedAt: now };
}
