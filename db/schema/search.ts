import { sql } from "drizzle-orm";
import { boolean, customType, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";

import { animes } from "./catalog";

/** Compared byte by byte, so that a prefix is a range of the index in every locale. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
/** Kilobytes of new entries that a GIN index may put off. Every search reads them, so there are few; imports are faster with some. */
const PENDING_KB = 512;
const animeId = () => integer("mal_id").references(() => animes.malId, { onDelete: "cascade" });

/** One way to write an anime's name, normalised. Popularity and maturity are copied from the anime, so that a lookup reads one index. */
export const animeTitleKeys = pgTable(
  "anime_title_keys",
  {
    malId: animeId().notNull(),
    key: bytewiseText("key").notNull(),
    /** As written, but for case and width; tells `K-On!` from `K-On!!`. */
    raw: text("raw").notNull(),
    /** Like the key before vowel length is folded; tells `Soul` from `Sol`. */
    strict: text("strict").notNull(),
    /** Where the key comes from; smaller is better. */
    kind: smallint("kind").notNull(),
    /** Rank by members, 1 is the most popular. */
    popularity: integer("popularity").notNull(),
    mature: boolean("mature").notNull(),
    /** Hashes that a misspelt key shares with this one. */
    pieces: integer("pieces").array().notNull(),
  },
  (table) => [
    // Exact and prefix lookups.
    index("anime_title_keys_key_idx").on(table.key, table.popularity),
    // The most popular titles that begin with one or two characters.
    index("anime_title_keys_first_idx").on(sql`"left"(${table.key}, 1)`, table.popularity),
    index("anime_title_keys_second_idx").on(sql`"left"(${table.key}, 2)`, table.popularity),
    // Misspelt whole titles.
    index("anime_title_keys_pieces_idx")
      .using("gin", table.pieces)
      .with({ gin_pending_list_limit: PENDING_KB }),
    // Replacing an anime's keys.
    index("anime_title_keys_mal_id_idx").on(table.malId),
  ],
);

/** The words of all names of one anime. */
export const animeTitleWords = pgTable(
  "anime_title_words",
  {
    malId: animeId().primaryKey(),
    /** Folded words of each name, as `kind:word word`. */
    names: text("names").array().notNull(),
    words: tsvector("words").notNull(),
    popularity: integer("popularity").notNull(),
    mature: boolean("mature").notNull(),
  },
  (table) => [
    // Titles that hold all words of a query.
    index("anime_title_words_words_idx")
      .using("gin", table.words)
      .with({ gin_pending_list_limit: PENDING_KB }),
  ],
);

/** The vocabulary of all names, in which misspelt words are looked up. */
export const titleVocabulary = pgTable(
  "title_vocabulary",
  {
    word: bytewiseText("word").primaryKey(),
    /** How many animes have it in a name. */
    titles: integer("titles").notNull(),
    /** Hashes that a misspelt form shares with this word. */
    variants: integer("variants").array().notNull(),
  },
  (table) => [
    // Words within the allowed errors of a misspelt one.
    index("title_vocabulary_variants_idx")
      .using("gin", table.variants)
      .with({ gin_pending_list_limit: PENDING_KB }),
  ],
);

/** A single row: which normaliser and which nicknames the search tables were made with. */
export const searchState = pgTable("search_state", {
  id: integer("id").primaryKey().default(1),
  version: text("version").notNull(),
});
