import type { Anime } from "~/features/catalog/anime";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { rooms } from "~db/schema";
import { addAnimes, addEpisodes, addRelation, indexForSearch } from "../../factories/anime";
import { addCredits, characterRow, staffRow, voiceActor } from "../../factories/credits";
import type { TestDatabase } from "../database/test-database";

type Db = TestDatabase["db"];

/** A word in all texts of marked titles, and nowhere else. */
export const MARKER = "qzxmarkedqzx";
/** A word in titles of both kinds, so searching for it reflects no marker. */
export const COMMON_WORD = "Velvet";
export const MARKED_ROOM = "a_room_of_22_character";
export const VISIBLE_IDS = Array.from({ length: 24 }, (_, index) => 1_001 + index);
export const FIRST_MARKED = 990_101;

export const markedIds = (length: number): number[] =>
  Array.from({ length }, (_, index) => FIRST_MARKED + index);

export interface MarkedTitles {
  /** Ids of the marked titles, `FIRST_MARKED` first. */
  ids: readonly number[];
  /** Some of them, which are related to visible titles and on lists. */
  listed: readonly number[];
  /** What makes the title with this index one to be withheld; genres are added to those of all. */
  markedFields: (index: number) => Partial<Anime>;
  visibleFields?: (index: number) => Partial<Anime>;
}

/** Marked titles lead every order: score, popularity, date, season, broadcast. */
export async function plantTitles(db: Db, titles: MarkedTitles): Promise<void> {
  const { ids, listed, markedFields, visibleFields = () => ({}) } = titles;
  const now = new Date();
  const shared: Partial<Anime> = {
    status: "Currently Airing",
    airing: true,
    year: now.getUTCFullYear(),
    season: (["Winter", "Spring", "Summer", "Fall"] as const)[Math.floor(now.getUTCMonth() / 3)],
    // Long enough for a broadcast, whichever its day is.
    aired_from: new Date(now.getTime() - 8 * 86_400_000).toISOString(),
    broadcast_time: "12:00",
    broadcast_timezone: "Asia/Tokyo",
  };
  const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  await addAnimes(
    db,
    ...VISIBLE_IDS.map((mal_id, index) => ({
      ...shared,
      mal_id,
      title: `${COMMON_WORD} Harbor ${mal_id}`,
      genres: ["Drama", index % 2 === 0 ? "Mystery" : "Comedy"],
      studios: ["Lantern Works"],
      themes: ["School"],
      popularity: ids.length + 100 + index,
      score: 7,
      broadcast_day: days[index % 7] ?? null,
      ...visibleFields(index),
    })),
    ...ids.map((mal_id, index) => {
      const { genres = [], ...fields } = markedFields(index);
      return { ...shared, ...markedTitle(mal_id, index, genres), ...fields };
    }),
  );
  for (const id of [...VISIBLE_IDS.slice(0, 6), ...ids])
    await addEpisodes(db, id, 1, 3, {
      videoSource: "https://video.akari.test/plain.m3u8",
      ...(id < FIRST_MARKED ? {} : markedEpisode(id)),
    });
  for (const id of listed) {
    await addRelation(db, 1_001, "SEQUEL", id);
    await addRelation(db, id, "PREQUEL", 1_001);
    await addRelation(db, 1_002, "SIDE_STORY", id);
  }
  await db.insert(rooms).values({
    id: MARKED_ROOM,
    animeMalId: FIRST_MARKED,
    episode: 1,
    positionSeconds: 0,
    at: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  await plantCredits(db, ids);
  await indexForSearch(db);
  await rebuildFranchises(db);
}

/** Characters and people have the id of their title; 1001 is known from titles of both kinds. */
async function plantCredits(db: Db, ids: readonly number[]): Promise<void> {
  const shared = voiceActor(1_001, { name: `${COMMON_WORD} Actor` });
  const word = (field: string) => `${COMMON_WORD} ${MARKER}${field}`;
  const image = `https://pictures.akari.test/${MARKER}portrait.jpg`;
  const own = (mal_id: number) => characterRow(mal_id, mal_id, { name: `${COMMON_WORD} Person` });
  await addCredits(db, {
    characters: [
      { ...own(1_001), voice_actors: [shared] },
      { ...own(1_002), voice_actors: [voiceActor(1_002)] },
      ...ids.map((id) =>
        characterRow(id, id, {
          name: word("character"),
          name_japanese: word("characterjapanese"),
          image,
          // This exceeds any other number.
          favorites: 1_000_000,
          voice_actors: [
            shared,
            voiceActor(id, { name: word("actor"), image, language: `${MARKER}language` }),
          ],
        }),
      ),
      // Seen in a marked title too.
      { ...own(FIRST_MARKED), character_id: 1_001 },
    ],
    staff: [
      staffRow(1_002, 1_001, { name: `${COMMON_WORD} Actor` }),
      ...ids.flatMap((id) => [
        staffRow(id, id + 1_000, { name: word("staff"), roles: ["Director", `${MARKER}role`] }),
        staffRow(id, 1_001, { name: `${COMMON_WORD} Actor`, roles: [`${MARKER}sharedrole`] }),
      ]),
    ],
    themes: [
      { mal_id: 1_001, openings: ["A song"] },
      ...ids.map((mal_id) => ({
        mal_id,
        openings: [word("opening")],
        endings: [{ title: "Ending", artist: word("artist") }],
      })),
    ],
  });
}

function markedTitle(mal_id: number, index: number, genres: readonly string[]): Partial<Anime> {
  const word = (field: string) => `${COMMON_WORD} ${MARKER}${field} ${mal_id}`;
  const url = (field: string) => `https://pictures.akari.test/${MARKER}${field}.jpg`;
  return {
    mal_id,
    genres: ["Drama", "Mystery", `${MARKER}genre`, ...genres],
    studios: ["Lantern Works", `${MARKER}studio`],
    producers: [`${MARKER}producer`],
    licensors: [`${MARKER}licensor`],
    themes: ["School", `${MARKER}theme`],
    title: word("title"),
    title_english: word("english"),
    title_japanese: word("japanese"),
    title_synonyms: [word("synonym")],
    synopsis: word("synopsis"),
    background: word("background"),
    source: `${MARKER}source`,
    duration: "24 min per ep",
    score: 9.9,
    popularity: index + 1,
    broadcast_day: ["Monday", "Wednesday", "Friday"][index % 3] ?? null,
    image_url: url("image"),
    image_webp: url("webp"),
    image_small_webp: url("small"),
    image_large_webp: url("large"),
    banner_image: url("banner"),
    youtube_id: `${MARKER}youtube`,
    trailer_url: url("trailer"),
    trailer_embed_url: url("embed"),
    trailer_image_url: url("trailerimage"),
    url: url("page"),
  };
}

const markedEpisode = (id: number) => ({
  title: `${MARKER} episode of ${id}`,
  titleJapanese: `${MARKER} japanese episode`,
  titleRomanji: `${MARKER} romanji episode`,
  description: `${MARKER} description`,
  imageUrl: `https://pictures.akari.test/${MARKER}episode.jpg`,
  videoSource: `https://video.akari.test/${MARKER}.m3u8`,
});
