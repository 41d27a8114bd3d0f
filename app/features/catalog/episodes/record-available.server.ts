import type { Transaction } from "~db/client.server";
import { addToOutbox } from "~db/outbox.server";

export interface AvailableEpisode {
  animeId: number;
  number: number;
}

/** Milliseconds in which a match can be corrected, and a season's files come together. */
const SETTLE_MS = 2 * 60_000;

/** Records that episodes got their first source, in the transaction that attaches it. */
export async function recordAvailable(
  tx: Transaction,
  episodes: readonly AvailableEpisode[],
  now = new Date(),
): Promise<void> {
  await addToOutbox(
    tx,
    episodes.map(({ animeId, number }) => ({
      kind: "episode.available",
      key: `available:${animeId}:${number}`,
      animeId,
      episode: number,
      at: now,
      dueAt: new Date(now.getTime() + SETTLE_MS),
    })),
  );
}
