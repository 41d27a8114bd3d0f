import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import {
  announceCatalogVersion,
  raiseCatalogVersion,
} from "~/features/catalog/import/catalog-version.server";
import type { Database } from "~db/client.server";
import { episodes, episodeSources } from "~db/schema";
import type { SourceVerdict } from "./check-source.server";
import type { SourceInput } from "./source-input";

/** What became of a source. */
export type PutSource = "added" | "changed" | "unchanged";

/**
 * Attaches a source to an episode, or changes the one with the same address. An episode that the catalog does not list yet, as that of a
 * film, gets its row. `verdict` is what checking found, null for an unchecked one. Throws `NotFound` when the catalog has no such anime.
 */
export async function putSource(
  db: Database,
  input: SourceInput,
  verdict: SourceVerdict | null,
): Promise<PutSource> {
  const outcome = await db.transaction(async (tx): Promise<PutSource> => {
    const [known] = await tx.execute(sql`SELECT 1 FROM animes WHERE mal_id = ${input.anime}::int4`);
    if (known === undefined)
      throw new NotFound(`The catalog has no anime with the id ${input.anime}.`);
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
    const checked = verdict === null ? {} : checkedFields(verdict);
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
        address: input.url,
        ...fields,
        ...checked,
      })
      .onConflictDoUpdate({
        target: [episodeSources.animeMalId, episodeSources.number, episodeSources.address],
        set: fields,
        setWhere: differs,
      })
      .returning({ id: episodeSources.id, added: sql<boolean>`xmax = 0` });
    if (written === undefined) return "unchanged";
    await raiseCatalogVersion(tx);
    return written.added ? "added" : "changed";
  });
  if (outcome !== "unchanged") await announceCatalogVersion(db);
  return outcome;
}

/** The columns that a check fills. */
export function checkedFields(
  verdict: SourceVerdict,
  now = new Date(),
): { status: string; format: string | null; problem: string | null; checkedAt: Date } {
  if (verdict.alive) return { status: "ok", format: verdict.format, problem: null, checkedAt: now };
  return { status: "dead", format: null, problem: verdict.problem, checkedAt: now };
}
