import { sql } from "drizzle-orm";
import {
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { animes } from "./catalog";
import { instant, names } from "./columns";

/** Bytewise: a prefix is an index range in every locale. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
const animeId = () =>
  integer("anime_mal_id")
    .notNull()
    .references(() => animes.malId, { onDelete: "cascade" });

/** Ids are MyAnimeList's, or of the range of own titles. */
const named = {
  id: integer("id").primaryKey(),
  name: text("name").notNull(),
  nameJapanese: text("name_japanese"),
  imageUrl: text("image_url"),
  /** The biography as the source writes it: plain text, mostly English. */
  about: text("about"),
  /** The time at which Jikan was last asked for the biography. */
  aboutCheckedAt: instant("about_checked_at"),
};

export const characters = pgTable("characters", {
  ...named,
  /** Users of MyAnimeList who have it among their favorites. */
  favorites: integer("favorites").notNull().default(0),
});

/** Voice actors and staff. */
export const people = pgTable("people", {
  ...named,
  /** Titles with a credit. */
  credits: integer("credits").notNull().default(0),
});

const characterId = () =>
  integer("character_id")
    .notNull()
    .references(() => characters.id, { onDelete: "cascade" });
const personId = () =>
  integer("person_id")
    .notNull()
    .references(() => people.id, { onDelete: "cascade" });

/** A key per order of the words of a name; a lookup reads one index. */
export const characterNames = pgTable(
  "character_names",
  { characterId: characterId(), key: bytewiseText("key").notNull() },
  (table) => [
    primaryKey({ columns: [table.characterId, table.key] }),
    index("character_names_key_idx").on(table.key),
  ],
);

export const personNames = pgTable(
  "person_names",
  { personId: personId(), key: bytewiseText("key").notNull() },
  (table) => [
    primaryKey({ columns: [table.personId, table.key] }),
    index("person_names_key_idx").on(table.key),
  ],
);

export const animeCharacters = pgTable(
  "anime_characters",
  {
    animeMalId: animeId(),
    characterId: characterId(),
    role: text("role", { enum: ["Main", "Supporting"] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.animeMalId, table.characterId] }),
    check("anime_characters_role_check", sql`${table.role} IN ('Main', 'Supporting')`),
    index("anime_characters_character_idx").on(table.characterId),
  ],
);

export const voiceRoles = pgTable(
  "voice_roles",
  {
    animeMalId: animeId(),
    characterId: characterId(),
    personId: personId(),
    language: text("language").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.animeMalId, table.characterId, table.personId, table.language],
    }),
    index("voice_roles_character_idx").on(table.characterId),
    index("voice_roles_person_idx").on(table.personId),
  ],
);

export const animeStaff = pgTable(
  "anime_staff",
  {
    animeMalId: animeId(),
    personId: personId(),
    /** The roles as MyAnimeList writes them: `Director`, `Theme Song Performance`. */
    roles: names("roles"),
  },
  (table) => [
    primaryKey({ columns: [table.animeMalId, table.personId] }),
    index("anime_staff_person_idx").on(table.personId),
  ],
);

/** Openings and endings. `animes.themes` are subjects, as School. */
export const themeSongs = pgTable(
  "theme_songs",
  {
    animeMalId: animeId(),
    kind: text("kind", { enum: ["opening", "ending"] }).notNull(),
    /** Counts from 1 in the source's order. */
    position: smallint("position").notNull(),
    title: text("title").notNull(),
    artist: text("artist"),
    /** The episodes with the song, such as `1-25`. */
    episodes: text("episodes"),
  },
  (table) => [
    primaryKey({ columns: [table.animeMalId, table.kind, table.position] }),
    check("theme_songs_kind_check", sql`${table.kind} IN ('opening', 'ending')`),
  ],
);

/** The times at which Jikan was last asked for the credits of a title. */
export const creditChecks = pgTable("credit_checks", {
  malId: integer("mal_id")
    .primaryKey()
    .references(() => animes.malId, { onDelete: "cascade" }),
  checkedAt: instant("checked_at").notNull().defaultNow(),
});

const owner = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const favoriteCharacters = pgTable(
  "favorite_characters",
  {
    userId: owner(),
    characterId: characterId(),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.characterId] }),
    index("favorite_characters_character_idx").on(table.characterId),
  ],
);

export const favoritePeople = pgTable(
  "favorite_people",
  {
    userId: owner(),
    personId: personId(),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.personId] }),
    index("favorite_people_person_idx").on(table.personId),
  ],
);
