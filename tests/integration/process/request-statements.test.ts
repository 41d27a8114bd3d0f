// @module-tag rest
import { expect, it } from "vitest";
import { bodyExample } from "~/http/api/request-examples";
import { startFakeOtlp, type ReceivedSpan } from "../../fakes/otlp";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { OWNED_TABLES } from "../../support/database/user-tables";
import { EVERY_REQUEST } from "../../support/server/every-request";
import { signUpClient } from "../../support/server/signed-in";
import { startSite } from "../../support/server/site";

const database = await testDatabase({ template: STARTER_TEMPLATE });

/** Statements that name no user, and why that is right. */
const ACROSS_USERS: readonly (readonly [statement: RegExp, reason: string])[] = [
  [/"sessions"\."id_hash" = \$/, "finds the user by the session"],
  [/"password_resets"\."code_hash" = \$/, "finds the user by a link"],
  [/"shared_reviews"\."token" = \$/, "finds the user by a link"],
  [/"room_members"\."room_id" = \$/, "of a room, by the room"],
  [/from "rooms" left join "room_members"/, "the rooms of a member, by the member's key"],
  [/from "users" inner join "profiles"/, "the operator's list of accounts"],
  [
    /^select count\(DISTINCT "user_id"\)::int from "sessions"/,
    "the operator's overview counts active users",
  ],
  [/^SELECT pg_database_size/, "the operator's pages count all files"],
  [/^SELECT current_setting\('server_version'\)/, "the operator's pages count all files"],
];

/**
 * Requests that end the session, count as sign-ins, ask other servers, or repeat a page's loader.
 */
const NOT_CALLED = /signout|user\/account|user\/password|user\/email|auth\/|proxy|\.data$/i;
/** Fewer than a client may have pages. */
const CONCURRENT = 4;
/** Half of the pool's connections by default. */
const MAX_AT_ONCE = 5;
const FILTERS = new URLSearchParams({
  search_query: "frieren",
  genre_filter: "Drama",
  type_filter: "TV",
  status_filter: "Finished Airing",
  season_filter: "Fall",
});
/** It reads more than the page without filters. */
const FILTERED = ["GET", `/browse?${FILTERS.toString()}`] as const;
/** The kind of a request's span. */
const SERVER = 2;

const OWNED = new RegExp(
  `\\b(?:from|join|into|update|only)\\s+"?(?:${OWNED_TABLES.join("|")})"?\\b`,
  "i",
);
/** A parameter, not only a join of two tables. */
const KEYED = /(?:user_id"?|"users"\."id"|\b(?:u|users)\.id)\s*(?:=|in)\s*\(?\s*\$\d/i;
const INSERTED = /insert\s+into\s+\S+\s*(?:as\s+\w+\s*)?\([^)]*"?user_id"?/i;

let crawl: Promise<readonly ReceivedSpan[]> | undefined;

/** The spans of every request, sent by an owner; the first test waits for them. */
const getSpans = () => (crawl ??= traceEverything());

async function traceEverything(): Promise<readonly ReceivedSpan[]> {
  const otlp = await startFakeOtlp();
  const site = await startSite({
    ...databaseEnvironment(database.options),
    // Large enough that no statement waits for a connection.
    DATABASE_POOL_SIZE: "80",
    OTEL_EXPORTER_OTLP_ENDPOINT: `${otlp.url}/otel/`,
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OTEL_BSP_MAX_QUEUE_SIZE: "100000",
    RATE_LIMITS: "signup=100000/60,signin=100000/60,animesFull=100000/60,videoProxy=100000/60",
  });
  try {
    await callEverything(site.url);
  } finally {
    // Sends the last spans.
    await site.stop();
  }
  return otlp.spans;
}

async function callEverything(origin: string): Promise<void> {
  const { cookie, userId } = await signUpClient(origin);
  await database.sql`UPDATE users SET role = 'owner' WHERE id = ${userId}`;
  const call = async ([method, url]: readonly [string, string]) => {
    const body = bodyExample(`${method} ${url.split("?")[0] ?? ""}`);
    const response = await fetch(origin + url, {
      method,
      headers: {
        cookie,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
    });
    await response.arrayBuffer();
    expect([url, response.status < 500]).toEqual([url, true]);
    const location = response.headers.get("location") ?? "";
    // A title's page has its name in its path.
    if (method === "GET" && location.startsWith("/"))
      await (await fetch(origin + location, { headers: { cookie } })).arrayBuffer();
  };
  const called = [...EVERY_REQUEST, FILTERED].filter(([, url]) => !NOT_CALLED.test(url));
  // Writes first, so that pages have something to show.
  for (const isNext of [
    (method: string) => method !== "GET" && method !== "DELETE",
    (method: string) => method === "GET",
    (method: string) => method === "DELETE",
  ]) {
    const requests = called.filter(([method]) => isNext(method));
    for (let next = 0; next < requests.length; next += CONCURRENT)
      await Promise.all(requests.slice(next, next + CONCURRENT).map(call));
  }
}

it("names the user in every statement on a user's rows that requests send, or has a reason", async () => {
  const spans = await getSpans();
  const statements = new Set(
    spans.flatMap(({ attributes }) => String(attributes["db.query.text"] ?? [])),
  );
  const owned = [...statements].filter((statement) => OWNED.test(statement));
  expect(owned.length).toBeGreaterThan(80);
  const unnamed = owned.filter(
    (statement) =>
      !KEYED.test(statement) &&
      !INSERTED.test(statement) &&
      !ACROSS_USERS.some(([pattern]) => pattern.test(statement)),
  );
  expect(unnamed).toEqual([]);
});

it("sends few statements of a request at once, so that others get connections", async () => {
  const spans = await getSpans();
  const requests = spans.filter(({ kind }) => kind === SERVER);
  const statements = spans.filter(({ attributes }) => "db.query.text" in attributes);
  const found = requests.map(
    ({ traceId, name }) =>
      [mostAtOnce(statements.filter((statement) => statement.traceId === traceId)), name] as const,
  );
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(([atOnce]) => atOnce > MAX_AT_ONCE)).toEqual([]);
});

function mostAtOnce(statements: readonly ReceivedSpan[]): number {
  const changes = statements
    .flatMap(({ startTimeUnixNano: start, endTimeUnixNano: end }) => [
      { at: BigInt(start), change: 1 },
      { at: BigInt(end), change: -1 },
    ])
    .sort((one, other) => Number(one.at - other.at) || one.change - other.change);
  let atOnce = 0;
  return Math.max(0, ...changes.map(({ change }) => (atOnce += change)));
}
