import { asc, eq, gt } from "drizzle-orm";
import {
  notifyCatalogVersion,
  incrementCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import type { Database } from "~db/client.server";
import { episodeSources } from "~db/schema";
import type { SourceCheck } from "./check-source.server";
import { toCheckColumns } from "./put-source.server";

export interface DeadSource {
  anime: number;
  episode: number;
  address: string;
  problem: string;
}

/** Low, because many sources share an origin. */
const MAX_CONCURRENT = 8;

export async function recheckSources(
  db: Database,
  check: (address: string) => Promise<SourceCheck>,
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
      .limit(MAX_CONCURRENT);
    if (batch.length === 0) break;
    last = batch.at(-1)?.id ?? last;
    await Promise.all(
      batch.map(async (source) => {
        const verdict = await check(source.address);
        const fields = toCheckColumns(verdict);
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
  // The order of sources, and so `video_url` in the API, depends on which are dead.
  if (changed) {
    await db.transaction(incrementCatalogVersion);
    await notifyCatalogVersion(db);
  }
  return { checked, dead };
}
