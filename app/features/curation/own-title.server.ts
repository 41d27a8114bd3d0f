import { and, count, eq, gt, inArray, sql } from "drizzle-orm";
import { Conflict, Invalid, NotFound } from "~/errors/app-error";
import type { Database, RecordChange, Transaction } from "~db/client.server";
import {
  animes,
  episodes,
  listEvents,
  mediaFiles,
  playbackPositions,
  profiles,
  seenEpisodes,
  watchListEntries,
} from "~db/schema";
import { HAND_HASH_PREFIX, isAddedByHand } from "~/features/import/content-origin";
import { writeEpisodes } from "~/features/import/write-episodes.server";
import { parseEpisodeRow } from "~/features/import/rows/episode-row";
import { changeCatalog } from "./change-catalog.server";
import { lockTitle } from "./lock-title.server";

/** Equals the hash of no row, so that the next change of facts is written. */
const EDITED_HASH = `${HAND_HASH_PREFIX}edited`;

export const MAX_OWN_EPISODES = 2_000;

/** Titles of the episodes 1, 2, …; empty where an episode has none. */
export async function listOwnEpisodes(db: Database, id: number): Promise<string[]> {
  const rows = await db
    .select({ number: episodes.number, title: episodes.title })
    .from(episodes)
    .where(and(eq(episodes.animeMalId, id), gt(episodes.number, 0)))
    .orderBy(episodes.number);
  const last = Math.min(rows.at(-1)?.number ?? 0, MAX_OWN_EPISODES);
  const titles = new Map(rows.map(({ number, title }) => [number, title ?? ""]));
  return Array.from({ length: last }, (_, index) => titles.get(index + 1) ?? "");
}

/**
 * Makes these the episodes of a title that was added by hand. Throws `Conflict` when an episode
 * that the list leaves out has a source or was watched, `Invalid`, and `NotFound`.
 */
export async function saveOwnEpisodes(
  db: Database,
  id: number,
  titles: readonly string[],
  record?: RecordChange,
): Promise<void> {
  if (titles.length > MAX_OWN_EPISODES)
    throw new Invalid([
      {
        path: "episodes",
        message: { key: "title.tooManyEpisodes", values: { max: MAX_OWN_EPISODES } },
      },
    ]);
  await changeCatalog(
    db,
    async (tx) => {
      await requireOwnTitle(tx, id);
      await removeEpisodesAfter(tx, id, titles.length);
      const untitled = await writeOwnEpisodes(tx, id, titles);
      // An import never blanks a title; an operator may.
      if (untitled.length > 0)
        await tx
          .update(episodes)
          .set({ title: null })
          .where(and(eq(episodes.animeMalId, id), inArray(episodes.number, untitled)));
      await tx
        .update(animes)
        .set({
          episodes: titles.length === 0 ? null : titles.length,
          changedAt: new Date(),
          contentHash: EDITED_HASH,
        })
        .where(eq(animes.malId, id));
      return true;
    },
    record,
  );
}

/** Returns the numbers of the episodes without a title. Throws `Invalid`. */
export async function writeOwnEpisodes(
  tx: Transaction,
  id: number,
  titles: readonly string[],
): Promise<number[]> {
  const rows = titles.map((title, index) => {
    const number = index + 1;
    const parsed = parseEpisodeRow({ mal_id: id, number, title });
    if (!("reason" in parsed)) return parsed.row;
    throw new Invalid([
      { path: "episodes", message: { key: "title.badEpisode", values: { number } } },
    ]);
  });
  await writeEpisodes(tx, rows, "hand");
  return rows.filter(({ title }) => title === null).map(({ number }) => number);
}

async function removeEpisodesAfter(tx: Transaction, id: number, last: number): Promise<void> {
  const [used] = await tx.execute<{ number: number | null }>(sql`
    SELECT min(number) AS number FROM (
      SELECT number FROM episode_sources WHERE anime_mal_id = ${id} AND number > ${last}
      UNION ALL
      SELECT number FROM playback_positions WHERE anime_mal_id = ${id} AND number > ${last}
      UNION ALL
      SELECT upper(span) - 1 FROM seen_episodes s, unnest(s.episodes) AS span
      WHERE anime_mal_id = ${id} AND upper(span) - 1 > ${last}
    ) AS used`);
  const number = used?.number ?? null;
  if (number !== null) throw new Conflict({ key: "title.usedEpisode", values: { number } });
  await tx.delete(episodes).where(and(eq(episodes.animeMalId, id), gt(episodes.number, last)));
}

/** Throws `NotFound` for an unknown title and `Conflict` for an imported one. */
async function requireOwnTitle(tx: Transaction, id: number): Promise<void> {
  const [title] = await tx
    .select({ contentHash: animes.contentHash })
    .from(animes)
    .where(eq(animes.malId, id))
    .for("update");
  if (title === undefined) throw new NotFound({ key: "anime.idNotFound", values: { id } });
  if (!isAddedByHand(title.contentHash)) throw new Conflict("title.notByHand");
}

/** Sets the cover, or removes it for null. Throws like `saveOwnEpisodes`. */
export async function setOwnCover(
  db: Database,
  id: number,
  image: string | null,
  record?: RecordChange,
): Promise<void> {
  await changeCatalog(
    db,
    async (tx) => {
      await requireOwnTitle(tx, id);
      await tx
        .update(animes)
        .set({ imageUrl: image, changedAt: new Date(), contentHash: EDITED_HASH })
        .where(eq(animes.malId, id));
      return true;
    },
    record,
  );
}

/** How many users have the title on their list, or have watched it. */
export async function countUsersOf(db: Database | Transaction, id: number): Promise<number> {
  const [row] = await db.select({ users: count() }).from(
    sql`(
        SELECT user_id FROM watch_list_entries WHERE anime_mal_id = ${id}
        UNION SELECT user_id FROM seen_episodes WHERE anime_mal_id = ${id}
      ) AS users`,
  );
  return row?.users ?? 0;
}

/**
 * Deletes a title that was added by hand, with everything that users recorded about it. Throws
 * `NotFound`, and `Conflict` for an imported one.
 */
export async function deleteOwnTitle(
  db: Database,
  id: number,
  record?: RecordChange,
): Promise<void> {
  await changeCatalog(
    db,
    async (tx) => {
      await lockTitle(tx, { id });
      await requireOwnTitle(tx, id);
      await tx.delete(listEvents).where(eq(listEvents.animeMalId, id));
      await tx.delete(seenEpisodes).where(eq(seenEpisodes.animeMalId, id));
      await tx.delete(watchListEntries).where(eq(watchListEntries.animeMalId, id));
      await tx.delete(playbackPositions).where(eq(playbackPositions.animeMalId, id));
      await tx
        .update(profiles)
        .set({
          favoriteAnimes: sql`array_remove(${profiles.favoriteAnimes}, ${id})`,
          watchedAnimes: sql`array_remove(${profiles.watchedAnimes}, ${id})`,
        })
        .where(
          sql`${id} = ANY(${profiles.favoriteAnimes}) OR ${id} = ANY(${profiles.watchedAnimes})`,
        );
      // The files wait for a decision again.
      await tx
        .update(mediaFiles)
        .set({ decision: null, reason: null })
        .where(eq(mediaFiles.animeMalId, id));
      await tx.execute(sql`DELETE FROM title_pictures WHERE mal_id = ${id}`);
      await tx.execute(sql`DELETE FROM anime_relations WHERE related_mal_id = ${id}`);
      await tx.delete(animes).where(eq(animes.malId, id));
      return true;
    },
    record,
  );
}
