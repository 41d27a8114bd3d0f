import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { animes } from "./catalog";

const bits = customType<{ data: string }>({ dataType: () => "bit varying" });

/**
 * The narrow twin of `animes`: what the listing filters, counts and sorts by, and nothing else. Titles carry kilobytes of text, so
 * counting them in `animes` reads about eight times the pages. Triggers on `animes` keep it (see the migration
 * that creates it); nothing else writes here.
 */
export const listingEntries = pgTable(
  "listing_entries",
  {
    malId: integer("mal_id")
      .primaryKey()
      .references(() => animes.malId, { onDelete: "cascade" }),
    popularity: integer("popularity"),
    year: integer("year"),
    episodes: integer("episodes"),
    score: doublePrecision("score"),
    /** `aired_from`, or infinity for what is announced without a date; null sorts last. */
    newestAt: timestamp("newest_at", { withTimezone: true, mode: "string" }),
    mature: boolean("mature").notNull(),
    hasBanner: boolean("has_banner").notNull(),
    type: text("type"),
    status: text("status"),
    season: text("season"),
    /** The code at the start of the rating's label, in lower case: `pg-13`. */
    ratingCode: text("rating_code"),
    broadcastDay: text("broadcast_day"),
    title: text("title").notNull(),
    genres: text("genres").array().notNull(),
    /** Copied from `animes`, see there. */
    termKeys: text("term_keys").array().notNull(),
  },
  (table) => {
    // Behind the keys of an order, where they decide nothing about it: what the commonest filters read. A page deep in a filtered
    // order then is a walk along one index, with no visit to the table.
    const filters = [
      table.mature,
      table.status,
      table.type,
      table.ratingCode,
      table.season,
      table.year,
      table.broadcastDay,
      table.episodes,
      table.hasBanner,
    ] as const;
    const byPopularity = sql`popularity ASC NULLS LAST`;
    return [
      // Filters on genres, themes, studios, producers and sources.
      index("listing_entries_term_keys_idx").using("gin", table.termKeys),
      // One index per order of the listing, ties included.
      index("listing_entries_score_idx").on(
        sql`score DESC NULLS LAST`,
        byPopularity,
        table.malId,
        ...filters,
      ),
      index("listing_entries_score_asc_idx").on(
        sql`score ASC NULLS LAST`,
        byPopularity,
        table.malId,
        ...filters,
      ),
      index("listing_entries_title_idx").on(
        sql`title COLLATE "und-x-icu" ASC`,
        byPopularity,
        table.malId,
        ...filters,
      ),
      index("listing_entries_title_desc_idx").on(
        sql`title COLLATE "und-x-icu" DESC`,
        byPopularity,
        table.malId,
        ...filters,
      ),
      index("listing_entries_popularity_idx").on(byPopularity, table.malId, ...filters),
      index("listing_entries_newest_idx").on(
        sql`newest_at DESC NULLS LAST`,
        byPopularity,
        table.malId,
        ...filters,
      ),
      // Filters; `mature` at the end lets a count by one of them be answered from a small index alone.
      index("listing_entries_season_idx").on(table.year, table.season, table.mature),
      index("listing_entries_type_idx").on(table.type, table.mature),
      index("listing_entries_status_idx").on(table.status, table.mature),
      index("listing_entries_rating_idx").on(table.ratingCode, table.mature),
      index("listing_entries_broadcast_day_idx")
        .on(table.broadcastDay, table.mature)
        .where(sql`broadcast_day IS NOT NULL`),
      index("listing_entries_banner_idx").on(table.hasBanner, table.mature),
      index("listing_entries_episodes_idx").on(table.episodes, table.mature),
    ];
  },
);

/**
 * Which titles have a value, as one bit for each title in the order of scores: what makes exact totals and facets cost next to nothing, because
 * a filter is then an AND over some kilobytes and a total the number of its bits. Made anew after an import; triggers on `listing_entries`
 * take the bits of `all` away as soon as anything there changes, in the same transaction, and until they are back rows are counted.
 */
export const listingBitmaps = pgTable(
  "listing_bitmaps",
  {
    /** An entry of `term_keys`, `type:TV`, `status:…`, `season:…`, `rating:…`, `day:…`, `banner`, `safe`, `all` or `none`; or a range: `year`, `episodes`, `score`. */
    key: text("key").notNull(),
    /** Of a range: the bits of `year` and `episodes` are the titles up to this value. */
    value: doublePrecision("value").notNull().default(0),
    /** How the name is written; null where the key says it. */
    name: text("name"),
    /** How many titles have it. Of `score`: how many have this score and more, which come first in the order of the bits. */
    titles: integer("titles").notNull(),
    /** Null for names of few titles, which the index on `term_keys` finds, and for `score`. */
    bits: bits("bits"),
    /** Ids of the best known titles of a genre, theme or studio, among which similar titles are looked for. */
    bestKnown: integer("best_known").array(),
  },
  (table) => [primaryKey({ columns: [table.key, table.value] })],
);
