import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { instant, names } from "./columns";

interface TitleTag {
  name: string;
  rank: number | null;
  spoiler: boolean;
}

interface LicensedStream {
  name: string;
  url: string;
}

type ExternalSite = "anilist" | "kitsu" | "anidb" | "tvdb" | "tmdb_tv" | "tmdb_movie" | "imdb";

/** Specification 2.5, and the listing's columns. */
export const animes = pgTable(
  "animes",
  {
    malId: integer("mal_id").primaryKey(),
    title: text("title").notNull(),
    titleEnglish: text("title_english"),
    titleJapanese: text("title_japanese"),
    titleSynonyms: names("title_synonyms"),
    type: text("type"),
    source: text("source"),
    episodes: integer("episodes"),
    status: text("status"),
    airing: boolean("airing").notNull().default(false),
    airedFrom: instant("aired_from"),
    airedTo: instant("aired_to"),
    duration: text("duration"),
    rating: text("rating"),
    score: doublePrecision("score"),
    scoredBy: integer("scored_by"),
    popularity: integer("popularity"),
    members: integer("members"),
    favorites: integer("favorites"),
    synopsis: text("synopsis"),
    background: text("background"),
    season: text("season"),
    year: integer("year"),
    broadcastDay: text("broadcast_day"),
    broadcastTime: text("broadcast_time"),
    broadcastTimezone: text("broadcast_timezone"),
    /** The day of one broadcast, which a trigger moves with the slot. */
    broadcastAnchor: date("broadcast_anchor"),
    imageUrl: text("image_url"),
    imageWebp: text("image_webp"),
    imageSmallWebp: text("image_small_webp"),
    imageLargeWebp: text("image_large_webp"),
    bannerImage: text("banner_image"),
    youtubeId: text("youtube_id"),
    trailerUrl: text("trailer_url"),
    trailerEmbedUrl: text("trailer_embed_url"),
    trailerImageUrl: text("trailer_image_url"),
    url: text("url"),
    approved: boolean("approved").notNull().default(false),
    genres: names("genres"),
    studios: names("studios"),
    producers: names("producers"),
    licensors: names("licensors"),
    themes: names("themes"),
    /** Hidden by parental control; one rule for queries and importers. */
    mature: boolean("mature")
      .notNull()
      .generatedAlwaysAs(
        sql`(coalesce(rating, '') LIKE 'Rx%' OR genres && '{Hentai,Erotica}'::text[])`,
      ),
    /** Withdrawn from everyone; has no listing entry and is in no search table. */
    withdrawn: boolean("hidden").notNull().default(false),
    tags: jsonb("tags").$type<TitleTag[]>().notNull().default([]),
    /** Licensed streams on other sites. */
    streams: jsonb("streams").$type<LicensedStream[]>().notNull().default([]),
    /** Keys of its genres, studios and other terms with their kind, as `genre:sci fi`. */
    termKeys: names("term_keys"),
    changedAt: instant("changed_at").notNull().defaultNow(),
    /** An equal hash skips the write. */
    contentHash: text("content_hash").notNull(),
  },
  (table) => [
    index("animes_hidden_idx")
      .on(table.malId)
      .where(sql`hidden`),
  ],
);

export const episodes = pgTable(
  "episodes",
  {
    animeMalId: integer("anime_mal_id")
      .notNull()
      .references(() => animes.malId, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    title: text("title"),
    titleJapanese: text("title_japanese"),
    titleRomanji: text("title_romanji"),
    description: text("description"),
    imageUrl: text("image_url"),
    aired: instant("aired"),
    duration: integer("duration"),
    score: doublePrecision("score"),
    filler: boolean("filler").notNull().default(false),
    recap: boolean("recap").notNull().default(false),
    /** The operator's URL; players get the proxy's. */
    videoSource: text("video_source"),
    /** The season and the number on TheTVDB, by which many files are named; 0 for its specials. */
    tvdbSeason: integer("tvdb_season"),
    tvdbEpisode: integer("tvdb_episode"),
  },
  (table) => [
    primaryKey({ columns: [table.animeMalId, table.number] }),
    // Few, and titles are asked for them one by one.
    index("episodes_video_source_idx")
      .on(table.animeMalId)
      .where(sql`video_source <> ''`),
  ],
);

/** An owner's values, which imports do not overwrite. */
export const titleCorrections = pgTable(
  "title_corrections",
  {
    malId: integer("mal_id")
      .notNull()
      .references(() => animes.malId, { onDelete: "cascade" }),
    /** A column of `animes`. */
    field: text("field").notNull(),
    value: jsonb("value"),
    /** The imported value, which comes back when the correction is removed. */
    imported: jsonb("imported"),
    correctedAt: instant("corrected_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.malId, table.field] })],
);

/** Ids of titles on other sites. Several titles may share one, as the seasons of a series do. */
export const externalIds = pgTable(
  "external_ids",
  {
    malId: integer("mal_id")
      .notNull()
      .references(() => animes.malId, { onDelete: "cascade" }),
    site: text("site").$type<ExternalSite>().notNull(),
    id: text("id").notNull(),
    /** The season on TheTVDB and TMDB, whose ids span seasons. */
    season: integer("season"),
  },
  (table) => [
    primaryKey({ columns: [table.malId, table.site, table.id] }),
    index("external_ids_site_idx").on(table.site, table.id),
  ],
);

/** Duplicates that an owner has merged into another title; imports leave them out. */
export const mergedTitles = pgTable(
  "merged_titles",
  {
    malId: integer("mal_id").primaryKey(),
    title: text("title").notNull(),
    intoMalId: integer("into_mal_id")
      .notNull()
      .references(() => animes.malId, { onDelete: "cascade" }),
    mergedAt: instant("merged_at").notNull().defaultNow(),
  },
  (table) => [index("merged_titles_into_idx").on(table.intoMalId)],
);

/** `relatedMalId` may be missing in the catalog. */
export const animeRelations = pgTable(
  "anime_relations",
  {
    malId: integer("mal_id")
      .notNull()
      .references(() => animes.malId, { onDelete: "cascade" }),
    relatedMalId: integer("related_mal_id").notNull(),
    /** Upper snake case, as SEQUEL or SIDE_STORY. */
    relation: text("relation").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.malId, table.relatedMalId, table.relation] }),
    index("anime_relations_related_idx").on(table.relatedMalId),
  ],
);

/**
 * Titles that belong together, derived from `anime_relations`. `franchiseId` is the id of the
 * best-known one; `position` counts from 1 in the order of the story.
 */
export const franchiseMembers = pgTable(
  "franchise_members",
  {
    malId: integer("mal_id")
      .primaryKey()
      .references(() => animes.malId, { onDelete: "cascade" }),
    franchiseId: integer("franchise_id").notNull(),
    position: integer("position").notNull(),
    role: text("role").notNull(),
  },
  (table) => [index("franchise_members_franchise").on(table.franchiseId, table.position)],
);

/** An owner's order of the story. */
export const franchisePositions = pgTable("franchise_positions", {
  malId: integer("mal_id")
    .primaryKey()
    .references(() => animes.malId, { onDelete: "cascade" }),
  position: integer("position").notNull(),
});

/** The times at which Jikan was last asked for the relations of a title. */
export const relationChecks = pgTable("relation_checks", {
  malId: integer("mal_id")
    .primaryKey()
    .references(() => animes.malId, { onDelete: "cascade" }),
  checkedAt: instant("checked_at").notNull().defaultNow(),
});

/** A single row. Every changing import increments `version`. */
export const catalogState = pgTable("catalog_state", {
  id: integer("id").primaryKey().default(1),
  version: bigint("version", { mode: "number" }).notNull().default(0),
  /** The digest of the starter catalog that was loaded. */
  starterDigest: text("starter_digest"),
  /** The last id given to a title that was added by hand. */
  lastOwnTitleId: integer("last_own_title_id").notNull().default(900_000_000),
});
