import { sql } from "drizzle-orm";
import { boolean, customType, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";

import { animes } from "./catalog";

/** Bytewise, so that a prefix is an index range in every locale. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
/** The GIN pending list in kB. Every search scans it, but imports are faster with one. */
const PENDING_KB = 512;
const animeId = () => integer("mal_id").references(() => animes.malId, { onDelete: "cascade" });

/** Popularity and maturity are copied, so that a lookup reads one index. */
export const animeTitleKeys = pgTable(
  "anime_title_keys",
  {
    malId: animeId().notNull(),
    key: bytewiseText("key").notNull(),
    /** Only case and width folded; distinguishes `K-On!` from `K-On!!`. */
    raw: text("raw").notNull(),
    /** Vowel length not folded; distinguishes `Soul` from `Sol`. */
    strict: text("strict").notNull(),
    /** The origin of the key; smaller is better. */
    kind: smallint("kind").notNull(),
    /** Rank by members; 1 is the most popular. */
    popularity: integer("popularity").notNull(),
    mature: boolean("mature").notNull(),
    /** Hashes that a misspelt key shares with this one. */
    pieces: integer("pieces").array().notNull(),
  },
  (table) => [
    index("anime_title_keys_key_idx").on(table.key, table.popularity),
    index("anime_title_keys_first_idx").on(sql`"left"(${table.key}, 1)`, table.popularity),
    index("anime_title_keys_second_idx").on(sql`"left"(${table.key}, 2)`, table.popularity),
    index("anime_title_keys_pieces_idx")
      .using("gin", table.pieces)
      .with({ gin_pending_list_limit: PENDING_KB }),
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
    index("anime_title_words_words_idx")
      .using("gin", table.words)
      .with({ gin_pending_list_limit: PENDING_KB }),
  ],
);

/** All words of names, for correcting misspelt ones. */
export const titleVocabulary = pgTable(
  "title_vocabulary",
  {
    word: bytewiseText("word").primaryKey(),
    titles: integer("titles").notNull(),
    /** Hashes that a misspelt form shares with this word. */
    variants: integer("variants").array().notNull(),
  },
  (table) => [
    index("title_vocabulary_variants_idx")
      .using("gin", table.variants)
      .with({ gin_pending_list_limit: PENDING_KB }),
  ],
);

/** A single row: the normaliser and nicknames that built the search tables. */
export const searchState = pgTable("search_state", {
  id: integer("id").primaryKey().default(1),
  version: text("version").notNull(),
});
