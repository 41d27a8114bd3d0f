import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant } from "./columns";

/** WebAuthn credentials, with which a user signs in without a password. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential's id in base64url. */
    id: text("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** In COSE, as base64url. */
    publicKey: text("public_key").notNull(),
    /** The relying party that it was made for: a host, which a new `PUBLIC_URL` may change. */
    relyingParty: text("relying_party").notNull(),
    /** Signatures that the authenticator counted; 0 for synced passkeys, which do not count. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports")
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Whether it is backed up, and so may be on several devices. */
    synced: boolean("synced").notNull(),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [index("passkeys_user_idx").on(table.userId)],
);

/** Challenges of WebAuthn ceremonies, each used once, by the SHA-256 of the code in a cookie. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    codeHash: text("code_hash").primaryKey(),
    challenge: text("challenge").notNull(),
    purpose: text("purpose", { enum: ["add", "sign-in", "confirm"] }).notNull(),
    /** The user that adds or confirms; null at sign-in, when the user is not known yet. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    check(
      "passkey_challenges_purpose_check",
      sql`${table.purpose} IN ('add', 'sign-in', 'confirm')`,
    ),
    index("passkey_challenges_expires_idx").on(table.expiresAt),
    index("passkey_challenges_user_idx").on(table.userId),
  ],
);
