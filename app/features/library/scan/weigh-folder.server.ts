import { sql } from "drizzle-orm";
import { storeReason } from "~/features/library/reason";
import type { Transaction } from "~db/client.server";
import { syncSources } from "./sync-sources.server";

const TOO_SHORT = storeReason(["match.tooShort"]);
const VOTED = storeReason(["match.voted"]);
const RIVAL = storeReason(["match.rival"]);

/** A file below this share of the folder's usual length is hardly an episode. */
const MIN_SHARE = 0.3;
/** Folders of shorter files have no usual length. */
const MIN_USUAL_SECONDS = 300;
const MIN_VOTES = 3;
/** A doubtful match below this is not near enough to be voted for. */
const MIN_VOTED_CONFIDENCE = 0.7;

/**
 * Compares the files of each folder with one another: much shorter ones wait, as samples do, and
 * those that match several titles follow the others of their group. Returns whether a source
 * changed.
 */
export async function weighFolder(tx: Transaction, folder: string): Promise<boolean> {
  const short = await tx.execute<{ id: number }>(sql`
    WITH lengths AS (
      SELECT id, split_part(group_key, ' | ', 1) AS directory,
        (container ->> 'duration')::float8 AS seconds
      FROM media_files WHERE folder = ${folder} AND status = 'ready'
    ), usual AS (
      SELECT directory, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS seconds
      FROM lengths GROUP BY directory HAVING count(seconds) >= ${MIN_VOTES}
    )
    UPDATE media_files AS f
    SET decision = NULL, confidence = least(f.confidence, 0.5), reason = ${TOO_SHORT}
    FROM lengths AS l JOIN usual AS u USING (directory)
    WHERE f.id = l.id AND f.decision = 'automatic' AND u.seconds >= ${MIN_USUAL_SECONDS}
      AND l.seconds < u.seconds * ${MIN_SHARE}
    RETURNING f.id`);
  const voted = await tx.execute<{ id: number }>(sql`
    WITH elected AS (
      SELECT group_key, min(anime_mal_id) AS anime_mal_id FROM media_files
      WHERE folder = ${folder} AND status = 'ready' AND decision = 'automatic'
      GROUP BY group_key
      HAVING count(*) >= ${MIN_VOTES} AND count(DISTINCT anime_mal_id) = 1
    )
    UPDATE media_files AS f
    SET decision = 'automatic', reason = ${VOTED}, confidence = s.confidence,
      anime_mal_id = s."malId", first_episode = s."firstEpisode", last_episode = s."lastEpisode"
    FROM elected AS e, media_files AS w CROSS JOIN LATERAL jsonb_to_recordset(w.suggestions)
      AS s("malId" int4, "firstEpisode" int4, "lastEpisode" int4, confidence float8)
    WHERE w.id = f.id AND f.folder = ${folder} AND f.status = 'ready' AND f.decision IS NULL
      AND f.group_key = e.group_key AND s."malId" = e.anime_mal_id
      AND s."firstEpisode" IS NOT NULL AND s.confidence >= ${MIN_VOTED_CONFIDENCE}
      AND f.reason NOT IN (${RIVAL}, ${TOO_SHORT})
      AND NOT EXISTS (
        SELECT 1 FROM media_files AS other
        WHERE other.folder = ${folder} AND other.group_key = f.group_key AND other.id <> f.id
          AND other.status = 'ready' AND other.decision = 'automatic'
          AND other.anime_mal_id = s."malId" AND other.first_episode = s."firstEpisode")
    RETURNING f.id`);
  return syncSources(
    tx,
    [...short, ...voted].map(({ id }) => id),
  );
}
