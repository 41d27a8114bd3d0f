import { expect, it, onTestFinished } from "vitest";
import { bodyExample } from "~/http/api/request-examples";
import { startFakeOtlp } from "../../fakes/otlp";
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
  [/from "users" inner join "profiles"/, "the operator's list of accounts"],
  [/^SELECT pg_database_size/, "the operator's pages count all files"],
  [/^SELECT current_setting\('server_version'\)/, "the operator's pages count all files"],
];

/** They end the session, count as sign-ins, ask other servers, or repeat a page's loader. */
const NOT_CALLED = /signout|user\/account|user\/password|user\/email|auth\/|proxy|\.data$/i;
/** Fewer than a client may have pages. */
const CONCURRENT = 4;

const OWNED = new RegExp(
  `\\b(?:from|join|into|update|only)\\s+"?(?:${OWNED_TABLES.join("|")})"?\\b`,
  "i",
);
/** A parameter, not only a join of two tables. */
const KEYED = /(?:user_id"?|"users"\."id"|\b(?:u|users)\.id)\s*(?:=|in)\s*\(?\s*\$\d/i;
const INSERTED = /insert\s+into\s+\S+\s*(?:as\s+\w+\s*)?\([^)]*"?user_id"?/i;

it("names the user in every statement on a user's rows that requests send, or has a reason", async () => {
  const otlp = await startFakeOtlp();
  const site = await startSite({
    ...databaseEnvironment(database.options),
    OTEL_EXPORTER_OTLP_ENDPOINT: `${otlp.url}/otel/`,
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OTEL_BSP_MAX_QUEUE_SIZE: "100000",
    RATE_LIMITS: "signup=100000/60,signin=100000/60,animesFull=100000/60,videoProxy=100000/60",
  });
  onTestFinished(() => site.signal("SIGKILL"));
  const { cookie, userId } = await signUpClient(site.url);
  await database.sql`UPDATE users SET role = 'owner' WHERE id = ${userId}`;
  const call = async ([method, url]: readonly [string, string]) => {
    const body = bodyExample(`${method} ${url.split("?")[0] ?? ""}`);
    const response = await fetch(site.url + url, {
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
  };
  const called = EVERY_REQUEST.filter(([, url]) => !NOT_CALLED.test(url));
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
  // Sends the last ones.
  await site.stop();
  const statements = new Set(
    otlp.spans.flatMap(({ attributes }) => String(attributes["db.query.text"] ?? [])),
  );
  const owned = [...statements].filter((statement) => OWNED.test(statement));
  expect(owned.length).toBeGreaterThan(80);
  const unnamed = owned.filter(
    (statement) =>
      !KEYED.test(statement) &&
      !INSERTED.test(statement) &&
      !ACROSS_USERS.some(([known]) => known.test(statement)),
  );
  expect(unnamed).toEqual([]);
});
