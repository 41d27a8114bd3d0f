import { sql } from "drizzle-orm";
import { storeReason } from "~/features/library/reason";
import type { Transaction } from "~db/client.server";
import { syncSources } from "./sync-sources.server";

const LATER_VERSION_HERE = storeReason(["match.laterVersion"]);
const LATER_VERSION_GONE = storeReason(["match.laterVersionGone"]);
const RIVAL = storeReason(["match.rival"]);

/** SQL on `media_files AS f`: whether the same group has a later version of the same episodes. */
const HAS_LATER_VERSION = sql`EXISTS (
  SELECT 1 FROM media_files AS later
  WHERE later.folder = f.folder AND later.group_key = f.group_key AND later.id <> f.id
    AND later.status = 'ready' AND later.decision IN ('automatic', 'confirmed')
    AND later.anime_mal_id = f.anime_mal_id
    AND later.first_episode = f.first_episode AND later.last_episode = f.last_episode
    AND later.release_group IS NOT DISTINCT FROM f.release_group
    AND later.version > f.version)`;

/**
 * A later version replaces an earlier one of the same group, and files of one folder that lead to
 * the same episode under different numbers wait for a decision. Returns whether a source changed.
 */
export async function resolveRivals(tx: Transaction, folder: string): Promise<boolean> {
  const replaced = await tx.execute<{ id: number }>(sql`
    UPDATE media_files AS f SET decision = 'ignored', reason = ${LATER_VERSION_HERE}
    WHERE f.folder = ${folder} AND f.decision IN ('automatic', 'confirmed') AND f.status = 'ready'
      AND ${HAS_LATER_VERSION}
    RETURNING f.id`);
  const rivals = await tx.execute<{ id: number }>(sql`
    UPDATE media_files AS f SET decision = NULL, confidence = least(f.confidence, 0.6),
      reason = ${RIVAL}
    WHERE f.folder = ${folder} AND f.decision = 'automatic' AND f.status = 'ready' AND EXISTS (
      SELECT 1 FROM media_files AS other
      WHERE other.folder = f.folder AND other.id <> f.id AND other.status = 'ready'
        AND other.decision = 'automatic' AND other.anime_mal_id = f.anime_mal_id
        AND other.first_episode = f.first_episode AND other.group_key <> f.group_key
        AND other.release_group IS NOT DISTINCT FROM f.release_group
        AND split_part(other.group_key, ' | ', 1) = split_part(f.group_key, ' | ', 1))
    RETURNING f.id`);
  const restored = await tx.execute<{ id: number }>(sql`
    UPDATE media_files AS f SET reason = ${LATER_VERSION_GONE},
      decision = CASE WHEN EXISTS (
        SELECT 1 FROM media_decisions AS d WHERE d.folder = f.folder AND d.group_key = f.group_key
      ) THEN 'confirmed' ELSE 'automatic' END
    WHERE f.folder = ${folder} AND f.decision = 'ignored' AND f.status = 'ready'
      AND f.reason = ${LATER_VERSION_HERE} AND NOT ${HAS_LATER_VERSION}
    RETURNING f.id`);
  return syncSources(
    tx,
    [...replaced, ...rivals, ...restored].map(({ id }) => id),
  );
}
