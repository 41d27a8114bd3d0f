import { asc, eq, gt } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
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
  url: string;
  problem: string;
}

/** Low, because many sources share an origin. */
const MAX_CONCURRENT = 8;

/** Returns whether the status changed. */
async function storeVerdict(
  db: Database,
  { id, status }: { id: number; status: string },
  verdict: SourceCheck,
): Promise<boolean> {
  const fields = toCheckColumns(verdict);
  await db.update(episodeSources).set(fields).where(eq(episodeSources.id, id));
  return fields.status !== status;
}

/** The order of sources, and so `video_url` in the API, depends on which are dead. */
async function publishChange(db: Database): Promise<void> {
  await db.transaction(incrementCatalogVersion);
  await notifyCatalogVersion(db);
}

/** Throws `NotFound`. */
export async function recheckSource(
  db: Database,
  id: number,
  check: (url: string) => Promise<SourceCheck>,
): Promise<SourceCheck> {
  const [source] = await db.select().from(episodeSources).where(eq(episodeSources.id, id));
  if (source === undefined) throw new NotFound("source.notAttached");
  const verdict = await check(source.url);
  if (await storeVerdict(db, source, verdict)) await publishChange(db);
  return verdict;
}

export interface RecheckOptions {
  signal?: AbortSignal;
  /** Called after every batch. */
  onProgress?: (counts: { checked: number; dead: number; total: number }) => void;
  /**
   * Throws and leaves sources of other servers as they are when none of these responds: then the
   * network of this machine is down, not they.
   */
  distrustSilence?: boolean;
}

/** Stores the results. */
export async function recheckSources(
  db: Database,
  check: (url: string) => Promise<SourceCheck>,
  { signal, onProgress, distrustSilence = false }: RecheckOptions = {},
): Promise<{ checked: number; dead: DeadSource[] }> {
  const total = await db.$count(episodeSources);
  const dead: DeadSource[] = [];
  const silent: { source: { id: number; status: string }; verdict: SourceCheck }[] = [];
  let hasResponse = false;
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
        const verdict = await check(source.url);
        // An interrupted check says nothing about its source.
        if (signal?.aborted === true) return;
        const isSilent = !verdict.alive && verdict.isSilent === true;
        hasResponse ||= !isSilent && !source.url.startsWith("/");
        if (distrustSilence && isSilent) silent.push({ source, verdict });
        else if (await storeVerdict(db, source, verdict)) changed = true;
        checked += 1;
        if (!verdict.alive)
          dead.push({
            anime: source.animeMalId,
            episode: source.number,
            url: source.url,
            problem: verdict.problem,
          });
      }),
    );
    onProgress?.({ checked, dead: dead.length, total });
  }
  if (hasResponse)
    for (const { source, verdict } of silent)
      if (await storeVerdict(db, source, verdict)) changed = true;
  if (changed) await publishChange(db);
  if (silent.length > 0 && !hasResponse && signal?.aborted !== true)
    throw new Error(`None of ${silent.length} sources on other servers responds.`);
  return { checked, dead };
}
