import { asc, eq, gt } from "drizzle-orm";
import {
  announceCatalogVersion,
  raiseCatalogVersion,
} from "~/features/catalog/import/catalog-version.server";
import type { Database } from "~db/client.server";
import { episodeSources } from "~db/schema";
import type { SourceVerdict } from "./check-source.server";
import { checkedFields } from "./put-source.server";

/** A source that was found dead. */
export interface DeadSource {
  anime: number;
  episode: number;
  address: string;
  problem: string;
}

/** Sources that are asked at once: many of them are on one host, which must not take it for an attack. */
const AT_ONCE = 8;

/** Checks every attached source again, writes down what it found, and answers how many there are and which are dead. */
export async function recheckSources(
  db: Database,
  check: (address: string) => Promise<SourceVerdict>,
  signal?: AbortSignal,
): Promise<{ checked: number; dead: DeadSource[] }> {
  const dead: DeadSource[] = [];
  let checked = 0;
  let changed = false;
  let last = 0;
  while (signal?.aborted !== true) {
    const batch = await db
      .select()
      .from(episodeSources)
      .where(gt(episodeSources.id, last))
      .orderBy(asc(episodeSources.id))
      .limit(AT_ONCE);
    if (batch.length === 0) break;
    last = batch.at(-1)?.id ?? last;
    await Promise.all(
      batch.map(async (source) => {
        const verdict = await check(source.address);
        const fields = checkedFields(verdict);
        await db.update(episodeSources).set(fields).where(eq(episodeSources.id, source.id));
        changed ||= fields.status !== source.status;
        checked += 1;
        if (!verdict.alive)
          dead.push({
            anime: source.animeMalId,
            episode: source.number,
            address: source.address,
            problem: verdict.problem,
          });
      }),
    );
  }
  // The order of sources, and with it what the catalog answers as `video_url`, depends on who is dead.
  if (changed) {
    await db.transaction(raiseCatalogVersion);
    await announceCatalogVersion(db);
  }
  return { checked, dead };
}
