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
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * What the listing filters, counts and sorts by, in an eighth of the pages. Written by triggers on
 * `animes`.
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
    /** Minutes, rounded up; null for other forms. */
    durationMinutes: integer("duration_minutes"),
    score: doublePrecision("score"),
    /** Infinity when announced without a date; null sorts last. */
    newestAt: timestamp("newest_at", { withTimezone: true, mode: "string" }),
    mature: boolean("mature").notNull(),
    hasBanner: boolean("has_banner").notNull(),
    /** An episode has a source. Written by triggers on sources and episodes, too. */
    playsHere: boolean("plays_here").notNull().default(false),
    type: text("type"),
    status: text("status"),
    season: text("season"),
    /** The label's code in lower case: `pg-13`. */
    ratingCode: text("rating_code"),
    broadcastDay: text("broadcast_day"),
    title: text("title").notNull(),
    genres: text("genres").array().notNull(),
    /** Names that statistics of a list group by; filters use `termKeys`. */
    studios: text("studios")
      .array()
      .notNull()
      .default(sql`'{}'`),
    termKeys: text("term_keys").array().notNull(),
  },
  (table) => {
    // Appended to each order's index: deep pages are index-only scans.
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
      // Genres, themes, studios, producers and sources.
      index("listing_entries_term_keys_idx").using("gin", table.termKeys),
      // Indexes for the sorts, with their tie-breakers.
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
      // `mature` makes counts index-only.
      index("listing_entries_season_idx").on(table.year, table.season, table.mature),
      index("listing_entries_type_idx").on(table.type, table.mature),
      index("listing_entries_status_idx").on(table.status, table.mature),
      index("listing_entries_rating_idx").on(table.ratingCode, table.mature),
      index("listing_entries_broadcast_day_idx")
        .on(table.broadcastDay, table.mature)
        .where(sql`broadcast_day IS NOT NULL`),
      index("listing_entries_banner_idx").on(table.hasBanner, table.mature),
      // Few titles of a catalog, or few of those that do not.
      index("listing_entries_plays_here_idx").on(table.playsHere, table.mature),
      index("listing_entries_episodes_idx").on(table.episodes, table.mature),
      index("listing_entries_duration_idx").on(table.durationMinutes, table.mature),
      // Few, so read whole.
      index("listing_entries_mature_idx")
        .on(table.malId)
        .where(sql`mature`),
    ];
  },
);

/**
 * A bit per title, in score order, for each filter value. Rebuilt after imports; triggers clear the
 * bits of `all` on any change, and rows are counted until then.
 */
export const listingBitmaps = pgTable(
  "listing_bitmaps",
  {
    /**
     * A term key, `type:TV`, `status:…`, `season:…`, `rating:…`, `day:…`, `banner`, `plays`,
     * `safe`, `all`, `none`, or a range: `year`, `episodes`, `score`.
     */
    key: text("key").notNull(),
    /** The upper bound of a range of `year` or `episodes`: titles up to it are counted. */
    value: doublePrecision("value").notNull().default(0),
    /** The value as pages show it, or null where the key holds it. */
    name: text("name"),
    /**
     * How many titles have the value; of `score`, how many have at least this score, which are the
     * first bits.
     */
    titles: integer("titles").notNull(),
    /** One bit per title; null for rare names and `score`. */
    bits: bits("bits"),
    /** Candidates for similar titles. */
    mostPopular: integer("best_known").array(),
  },
  (table) => [primaryKey({ columns: [table.key, table.value] })],
);

/** Orders of all titles, which release 1.0 reads. A later release drops the table. */
export const listingOrders = pgTable("listing_orders", {
  /** `ids` has the id of each bit's title, an order the bits in that order: big-endian integers. */
  name: text("name").primaryKey(),
  titles: bytes("titles").notNull(),
});
