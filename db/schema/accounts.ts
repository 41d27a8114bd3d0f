import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, names } from "./columns";

const animeIds = (column: string) =>
  integer(column)
    .array()
    .notNull()
    .default(sql`'{}'::integer[]`);

/** Specification 2.1. Deletes what the user owns. */
export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** A managed profile has none, and so no way to sign in. */
    email: text("email"),
    emailKey: text("email_key").unique(),
    userName: text("user_name").notNull(),
    avatarUrl: text("avatar_url"),
    emailProvenAt: instant("email_proven_at"),
    role: text("role", { enum: ["member", "moderator", "owner"] })
      .notNull()
      .default("member"),
    /** Time at which the account was disabled, which ended its sessions, tokens and sign-in. */
    disabledAt: instant("disabled_at"),
    invitedBy: uuid("invited_by").references((): AnyPgColumn => users.id, {
      onDelete: "set null",
    }),
    /**
     * The account whose household the user is in; null for an account with its own. That account
     * can only be deleted after its managed profiles, which would be orphans, and once the accounts
     * that joined it have left.
     */
    householdId: uuid("household_id").references((): AnyPgColumn => users.id),
    /** WebAuthn's `user.id`, 64 random bytes in base64url: made with the first passkey. */
    passkeyHandle: text("passkey_handle").unique(),
    /** Another after every change of the user's list, by triggers: the key of what is cached. */
    listVersion: uuid("list_version").notNull().defaultRandom(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    check("users_role_check", sql`${table.role} IN ('member', 'moderator', 'owner')`),
    index("users_invited_by_idx").on(table.invitedBy),
    index("users_household_idx").on(table.householdId),
    // Names are compared so at sign-in, and several users may have one.
    index("users_user_name_idx").on(sql`lower(normalize(${table.userName}))`),
    index("users_staff_idx")
      .on(table.role)
      .where(sql`role <> 'member'`),
  ],
);

const ownerKey = () =>
  uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" });
const owner = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const profiles = pgTable("profiles", {
  userId: ownerKey(),
  name: text("name").notNull(),
  lastName: text("last_name"),
  bannerImage: text("banner_image"),
  birthday: date("birthday", { mode: "string" }),
  gender: text("gender"),
  bio: text("bio"),
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

/** Issuer and subject never change. */
export const identities = pgTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: owner(),
    /** The address that the provider reported, which tells a user's identities apart. */
    email: text("email"),
    /** The provider verified the email address; null for a mere link. */
    provenAt: instant("proven_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index("identities_user_idx").on(table.userId),
  ],
);

/** Sessions by the SHA-256 of their ids: a leaked table holds no id that can be used. */
export const sessions = pgTable(
  "sessions",
  {
    idHash: text("id_hash").primaryKey(),
    /** The account that signed in. */
    userId: owner(),
    /** The profile that watches, if it is not the account itself. Its deletion ends the session. */
    profileId: uuid("profile_id").references(() => users.id, { onDelete: "cascade" }),
    /** The device is shared, so that the session locks after an hour without use. */
    asksProfile: boolean("asks_profile").notNull().default(false),
    /** Locked by hand: until a profile is chosen, the session opens nothing but that choice. */
    locked: boolean("locked").notNull().default(false),
    /** Other profiles of the household for which what is watched counts, too. */
    alsoWatching: uuid("also_watching")
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    device: text("device").notNull(),
    address: text("address").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    /** Time at which the user last proved again who they are, for a sensitive action. */
    confirmedAt: instant("confirmed_at"),
    /** Time at which a code of the second factor was last right in this session. */
    codeConfirmedAt: instant("code_confirmed_at"),
    /** The next page shows it once, such as an Undo. */
    flashMessage: jsonb("note"),
  },
  (table) => [
    index("sessions_user_idx").on(table.userId),
    index("sessions_profile_idx").on(table.profileId),
    index("sessions_expires_idx").on(table.expiresAt),
  ],
);

/** What a household asks for before it opens a profile: four to eight digits, as a bcrypt hash. */
export const profilePins = pgTable("profile_pins", {
  userId: ownerKey(),
  pinHash: text("pin_hash").notNull(),
  /** PINs that were tried since the last right one. */
  attempts: smallint("attempts").notNull().default(0),
  /** Before this time, no PIN is compared. */
  retryAt: instant("retry_at"),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const personalTokens = pgTable(
  "personal_tokens",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: owner(),
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    scopes: text("scopes").array().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at"),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [index("personal_tokens_user_idx").on(table.userId)],
);

/** Private URLs of users' calendars, one each. SHA-256 of codes. */
export const calendarLinks = pgTable("calendar_links", {
  userId: ownerKey(),
  codeHash: text("code_hash").notNull().unique(),
  createdAt: instant("created_at").notNull().defaultNow(),
  lastUsedAt: instant("last_used_at"),
});

/** SHA-256 digests of the codes that let people sign up or become an owner. */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    codeHash: text("code_hash").notNull().unique(),
    note: text("note").notNull().default(""),
    role: text("role", { enum: ["member", "owner"] })
      .notNull()
      .default("member"),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "cascade" }),
    maxUses: integer("max_uses").notNull().default(1),
    uses: integer("uses").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    check("invitations_uses_check", sql`${table.uses} BETWEEN 0 AND ${table.maxUses}`),
    index("invitations_created_by_idx").on(table.createdBy),
  ],
);

/** SHA-256 of codes. */
export const passwordResets = pgTable(
  "password_resets",
  {
    codeHash: text("code_hash").primaryKey(),
    userId: owner(),
    /** Whether the link was mailed, which proves the email address. */
    mailed: boolean("mailed").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("password_resets_user_idx").on(table.userId)],
);

/** An authenticator app (RFC 6238) per user, asked for after a password or a provider. */
export const secondFactors = pgTable("second_factors", {
  userId: ownerKey(),
  secretSealed: text("secret_sealed").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  /** The first right code; the app is not asked for before. */
  enabledAt: instant("enabled_at"),
  /** The time step of the last code that was accepted: no code works twice. */
  lastStep: integer("last_step"),
  /** Codes that were tried since `attemptsSince`, without a right one. */
  attempts: integer("attempts").notNull().default(0),
  attemptsSince: instant("attempts_since"),
  failures: integer("failures").notNull().default(0),
  lastFailedAt: instant("last_failed_at"),
});

/** SHA-256 of codes that stand in for a lost authenticator app. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: owner(),
    codeHash: text("code_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    usedAt: instant("used_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Browsers that are not asked for the second factor, by the SHA-256 of a cookie's code. */
export const trustedBrowsers = pgTable(
  "trusted_browsers",
  {
    userId: owner(),
    codeHash: text("code_hash").notNull(),
    device: text("device").notNull(),
    address: text("address").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Sign-ins that wait for the second factor, by the SHA-256 of a cookie's code. */
export const pendingSignIns = pgTable(
  "pending_sign_ins",
  {
    codeHash: text("code_hash").primaryKey(),
    userId: owner(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("pending_sign_ins_user_idx").on(table.userId),
    index("pending_sign_ins_expires_idx").on(table.expiresAt),
  ],
);

export const preferences = pgTable("preferences", {
  userId: ownerKey(),
  enfasiscolor: text("enfasiscolor").notNull().default("#0057E7"),
  parentalControl: boolean("parental_control").notNull().default(true),
  trackSearchHistory: boolean("track_search_history").notNull().default(true),
  scoreScale: text("score_scale").notNull().default("10"),
  site: jsonb("site").$type<Record<string, unknown>>().notNull().default({}),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
