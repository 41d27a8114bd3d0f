import { sql } from "drizzle-orm";
import { boolean, customType, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";

import { animes } from "./catalog";

/** Bytewise: a prefix is an index range in every locale. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
/** Searches scan the list; imports are faster with one. */
const PENDING_KB = 512;
/** Ranks by popularity at which tiers end. */
const TIER_ENDS = [2_500, 10_000, 40_000, 160_000];
/** Conditions, most popular first: lookups of the most popular titles read few of the others. */
export const POPULARITY_TIERS: readonly string[] = [0, ...TIER_ENDS].map((start, tier) => {
  const end = TIER_ENDS[tier];
  const from = start === 0 ? [] : [`popularity >= ${start}`];
  return [...from, ...(end === undefined ? [] : [`popularity < ${end}`])].join(" AND ");
});
const tierIndexes = <Index>(create: (tier: string, number: number) => Index): Index[] =>
  POPULARITY_TIERS.map((tier, number) => create(tier, number + 1));
const animeId = () => integer("mal_id").references(() => animes.malId, { onDelete: "cascade" });

/** A lookup reads one index. */
export const animeTitleKeys = pgTable(
  "anime_title_keys",
  {
    malId: animeId().notNull(),
    key: bytewiseText("key").notNull(),
    /** Distinguishes `K-On!` from `K-On!!`. */
    raw: text("raw").notNull(),
    /** Distinguishes `Soul` from `Sol`. */
    strict: text("strict").notNull(),
    /** The kind of key; smaller ones are better. */
    kind: smallint("kind").notNull(),
    /** Rank by members; 1 is the most popular. */
    popularity: integer("popularity").notNull(),
    mature: boolean("mature").notNull(),
    /** Pieces that misspelt keys share. */
    pieces: integer("pieces").array().notNull(),
  },
  (table) => [
    index("anime_title_keys_key_idx").on(table.key, table.popularity),
    index("anime_title_keys_first_idx").on(sql`"left"(${table.key}, 1)`, table.popularity),
    index("anime_title_keys_second_idx").on(sql`"left"(${table.key}, 2)`, table.popularity),
    // This index is not in tiers: few keys share a hash, and each tier would be probed for all of
    // them.
    index("anime_title_keys_pieces_idx")
      .using("gin", table.pieces)
      .with({ gin_pending_list_limit: PENDING_KB }),
    // The last tier's prefixes are in the index of all keys.
    ...tierIndexes((tier, number) =>
      index(`anime_title_keys_prefix_${number}_idx`).on(table.key).where(sql.raw(tier)),
    ).slice(0, -1),
    index("anime_title_keys_mal_id_idx").on(table.malId),
  ],
);

export const animeTitleWords = pgTable(
  "anime_title_words",
  {
    malId: animeId().primaryKey(),
    names: text("names").array().notNull(),
    words: tsvector("words").notNull(),
    popularity: integer("popularity").notNull(),
    mature: boolean("mature").notNull(),
  },
  (table) => [
    ...tierIndexes((tier, number) =>
      index(`anime_title_words_words_${number}_idx`)
        .using("gin", table.words)
        .with({ gin_pending_list_limit: PENDING_KB })
        .where(sql.raw(tier)),
    ),
  ],
);

/** Misspelt words are corrected to terms of this vocabulary. */
export const titleVocabulary = pgTable(
  "title_vocabulary",
  {
    word: bytewiseText("word").primaryKey(),
    titles: integer("titles").notNull(),
    /** Variants that misspelt forms share. */
    variants: integer("variants").array().notNull(),
  },
  (table) => [
    index("title_vocabulary_variants_idx")
      .using("gin", table.variants)
      .with({ gin_pending_list_limit: PENDING_KB }),
  ],
);

/** What built the search tables. */
export const searchState = pgTable("search_state", {
  id: integer("id").primaryKey().default(1),
  version: text("version").notNull(),
});
