import type { ReceivedSpan } from "../../fakes/otlp";
import { OWNED_TABLES } from "./user-tables";

/** Statements that name no user, and why that is right. */
const ACROSS_USERS: readonly (readonly [statement: RegExp, reason: string])[] = [
  [/"sessions"\."id_hash" = \$/, "finds the user by the session"],
  [/"password_resets"\."code_hash" = \$/, "finds the user by a link"],
  [/"household_links"\."code_hash" = \$/, "finds the household by a link"],
  [/"shared_reviews"\."token" = \$/, "finds the user by a link"],
  [/from "uploads" where \(NOT EXISTS/, "files that no account has any more"],
  [
    /from "uploads" where \("uploads"."cid" = \$1 and "uploads"."created_at" BETWEEN/,
    "a file is that of all who uploaded it",
  ],
  [/"room_members"\."room_id" = \$/, "of a room, by the room"],
  [/from "rooms" left join "room_members"/, "the rooms of a member, by the member's key"],
  [/from "users" inner join "profiles"/, "the operator's list of accounts"],
  [
    /^select count\(DISTINCT coalesce\("profile_id", "user_id"\)\)::int from "sessions"/,
    "the operator's overview counts active users",
  ],
  [/"passkeys"\."id" = \$/, "finds the user by the passkey"],
  [/"passkey_challenges"\."code_hash" in \(\$/, "finds the challenge by the browser's codes"],
  [
    /FROM "passkeys" WHERE relying_party IS DISTINCT FROM \$/,
    "the operator's pages count whom a new address locks out",
  ],
  [/from "channels" where "channels"\."target_key" = \$/, "finds the user by the browser"],
  [/"channels"\."id" = \$\d+ and "channels"\."kind" = \$/, "finds the user by the code in a mail"],
  [/"channels"\."user_id" is null/, "the webhooks of the site, which belong to no user"],
  [/FROM deliveries d JOIN channels c .* GROUP BY c\.host/s, "the operator's page of jobs"],
  [/FROM wishes GROUP BY anime_mal_id, number/, "what users ask for, counted for the operator"],
  [/^SELECT pg_database_size/, "the operator's pages count all files"],
  [/^SELECT current_setting\('server_version'\)/, "the operator's pages count all files"],
];

const OWNED = new RegExp(
  `\\b(?:from|join|into|update|only)\\s+"?(?:${OWNED_TABLES.join("|")})"?\\b`,
  "i",
);
/** A parameter, not only a join of two tables. */
const KEYED = /(?:user_id"?|"users"\."id"|\b(?:u|users)\.id)\s*(?:=|in)\s*\(?\s*\$\d/i;
const INSERTED = /insert\s+into\s+\S+\s*(?:as\s+\w+\s*)?\([^)]*"?user_id"?/i;

/** The statements among the spans that read or write rows of users. */
export function listOwned(spans: readonly ReceivedSpan[]): string[] {
  return spans
    .flatMap(({ attributes }) => String(attributes["db.query.text"] ?? []))
    .filter((statement) => OWNED.test(statement));
}

/** Whether a statement on rows of users names whose, or has a reason not to. */
export function namesUser(statement: string): boolean {
  return (
    KEYED.test(statement) ||
    INSERTED.test(statement) ||
    ACROSS_USERS.some(([pattern]) => pattern.test(statement))
  );
}

/** How many statements of a request the database had at once. */
export function countAtOnce(spans: readonly ReceivedSpan[]): number {
  const changes = spans
    .filter(({ attributes }) => "db.query.text" in attributes)
    .flatMap(({ startTimeUnixNano: start, endTimeUnixNano: end }) => [
      { at: BigInt(start), change: 1 },
      { at: BigInt(end), change: -1 },
    ])
    .sort((one, other) => Number(one.at - other.at) || one.change - other.change);
  let atOnce = 0;
  return Math.max(0, ...changes.map(({ change }) => (atOnce += change)));
}
