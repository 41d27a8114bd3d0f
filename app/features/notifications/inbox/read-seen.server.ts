import { sql } from "drizzle-orm";
import { isSameSet, type EpisodeSet } from "~/features/catalog/episodes/episode-set";
import type { Transaction } from "~db/client.server";

interface Change {
  userId: string;
  entries: readonly {
    malId: number;
    before: { seen: EpisodeSet };
    after: { seen: EpisodeSet };
  }[];
}

/** Follows changes of lists: notifications of episodes that were seen meanwhile are read. */
export async function readSeen(tx: Transaction, { userId, entries }: Change): Promise<void> {
  const ids = entries
    .filter(({ before, after }) => !isSameSet(before.seen, after.seen))
    .map(({ malId }) => malId);
  if (ids.length === 0) return;
  await tx.execute(sql`
    UPDATE notifications n SET read_at = now()
    FROM seen_episodes s, outbox_events o
    WHERE n.user_id = ${userId}::uuid AND n.anime_mal_id = ANY(${sql.param(ids)}::int4[])
      AND n.read_at IS NULL AND s.user_id = n.user_id AND s.anime_mal_id = n.anime_mal_id
      AND o.id = n.event_id AND s.episodes @> o.episode`);
}
