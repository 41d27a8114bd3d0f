import { getTableName } from "drizzle-orm";
import { expect, it } from "vitest";
import { OWNED_TABLES, TABLES } from "../support/database/user-tables";

/** Unique keys of tables with `user_id` that lack it, and what becomes of them with shards. */
const KEYS_WITHOUT_USER: Readonly<Record<string, string>> = {
  "watch_list_entries (id)": "a random id: (user_id, id)",
  "list_events (id)": "a random id: (user_id, id)",
  "search_history (id)": "a random id: (user_id, id)",
  "saved_searches (id)": "a random id: (user_id, id)",
  "uploads (id)": "a random id: (user_id, id)",
  "personal_tokens (id)": "a random id: (user_id, id)",
  "personal_tokens (token_hash)": "finds the user: stays with `users`",
  "sessions (id_hash)": "finds the user: stays with `users`",
  "password_resets (code_hash)": "finds the user: stays with `users`",
  "pending_sign_ins (code_hash)": "finds the user: stays with `users`",
  "calendar_links (code_hash)": "finds the user: stays with `users`",
  "identities (issuer, subject)": "finds the user: stays with `users`",
  "shared_reviews (token)": "finds the user: stays with `users`",
  "room_members (room_id, number)": "belongs to a room: sharded by room_id",
  "room_members (room_id, key_hash)": "belongs to a room: sharded by room_id",
};

/** References between them that do not carry the user. */
const REFERENCES_WITHOUT_USER: Readonly<Record<string, string>> = {
  "room_members (room_id) → rooms": "belongs to a room: sharded by room_id",
};

const owned = TABLES.filter(({ name }) => OWNED_TABLES.includes(name));

it("has the user in every unique key of a user's table, or a reason", () => {
  const keys = owned.flatMap(({ name, columns, primaryKeys, uniqueConstraints, indexes }) =>
    [
      ...columns.filter(({ primary, isUnique }) => primary || isUnique).map((column) => [column]),
      ...[...primaryKeys, ...uniqueConstraints].map((key) => key.columns),
      ...indexes.flatMap(({ config }) => (config.unique ? [config.columns] : [])),
    ].map((key) => ({
      name,
      columns: key.map((column) => ("name" in column ? String(column.name) : "")),
    })),
  );
  const without = keys.filter(({ columns }) => !columns.includes("user_id"));
  expect(without.map(({ name, columns }) => `${name} (${columns.join(", ")})`).sort()).toEqual(
    Object.keys(KEYS_WITHOUT_USER).sort(),
  );
});

it("has the user in every reference from one user's table to another, or a reason", () => {
  const references = owned.flatMap(({ name, foreignKeys }) =>
    foreignKeys.map((key) => {
      const { columns, foreignTable } = key.reference();
      return {
        name,
        columns: columns.map((column) => column.name),
        to: getTableName(foreignTable),
      };
    }),
  );
  const without = references.filter(
    ({ columns, to }) => [...OWNED_TABLES, "rooms"].includes(to) && !columns.includes("user_id"),
  );
  expect(without.map(({ name, columns, to }) => `${name} (${columns.join(", ")}) → ${to}`)).toEqual(
    Object.keys(REFERENCES_WITHOUT_USER),
  );
});
