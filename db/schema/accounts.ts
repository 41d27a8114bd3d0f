import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, names } from "./columns";

const animeIds = (column: string) =>
  integer(column)
    .array()
    .notNull()
    .default(sql`'{}'::integer[]`);

/**
 * The account and its metadata (specification 2.1). Deleting it deletes everything the user owns.
 */
export const users = pgTable("users", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** As entered, trimmed. */
  email: text("email").notNull(),
  /** Lower case, for uniqueness. */
  emailKey: text("email_key").notNull().unique(),
  userName: text("user_name").notNull(),
  avatarUrl: text("avatar_url"),
  /** When a provider first verified the email address; null while that has not happened. */
  emailProvenAt: instant("email_proven_at"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

const ownerKey = () =>
  uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" });
const owner = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** The public profile (specification 2.1). */
export const profiles = pgTable("profiles", {
  userId: ownerKey(),
  name: text("name").notNull(),
  lastName: text("last_name"),
  bannerImage: text("banner_image"),
  birthday: date("birthday", { mode: "string" }),
  gender: text("gender"),
  favoriteAnimes: animeIds("favorite_animes"),
  frequencyOfWatch: text("frequency_of_watch"),
  fanaticLevel: text("fanatic_level"),
  preferredFormat: text("preferred_format"),
  watchedAnimes: animeIds("watched_animes"),
  favoriteStudios: names("favorite_studios"),
  favoriteGenres: names("favorite_genres"),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const credentials = pgTable("credentials", {
  userId: ownerKey(),
  passwordHash: text("password_hash").notNull(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** An identity at an OpenID provider; issuer and subject never change. */
export const identities = pgTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: owner(),
    /** The provider's email address, to tell two identities apart; null where it is unknown. */
    email: text("email"),
    /** When the provider verified the account's email address for it; null for a mere link. */
    provenAt: instant("proven_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index("identities_user_idx").on(table.userId),
  ],
);

/** The cookie holds the id and the table its SHA-256, so a leaked table holds no usable id. */
export const sessions = pgTable(
  "sessions",
  {
    idHash: text("id_hash").primaryKey(),
    userId: owner(),
    /** Browser and system, for the user's list of sessions. */
    device: text("device").notNull(),
    address: text("address").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    /** Flash message for the next page, such as an Undo. */
    note: jsonb("note"),
  },
  (table) => [
    index("sessions_user_idx").on(table.userId),
    index("sessions_expires_idx").on(table.expiresAt),
  ],
);

/** Personal access tokens for programs. The table holds the token's SHA-256. */
export const personalTokens = pgTable(
  "personal_tokens",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: owner(),
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    scopes: text("scopes").array().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Null for a token that does not expire. */
    expiresAt: instant("expires_at"),
    /** Written at most once a minute; null before the first use. */
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [index("personal_tokens_user_idx").on(table.userId)],
);

/** The preferences of specification 2.2, and the site's own. */
export const preferences = pgTable("preferences", {
  userId: ownerKey(),
  enfasiscolor: text("enfasiscolor").notNull().default("#0057E7"),
  parentalControl: boolean("parental_control").notNull().default(true),
  trackSearchHistory: boolean("track_search_history").notNull().default(true),
  /** The scale that pages show scores in; stored scores are 0 to 100. */
  scoreScale: text("score_scale").notNull().default("10"),
  /** Title language, theme, locale and player defaults, validated by the profile feature. */
  site: jsonb("site").$type<Record<string, unknown>>().notNull().default({}),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
