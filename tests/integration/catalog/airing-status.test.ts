import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { airingStatus, airingStatusAt } from "~/features/catalog/airing-status.server";
import { listAiring } from "~/features/schedule/list-airing.server";
import { listUpcoming } from "~/features/schedule/load-season.server";
import { loader as titlePage } from "~/routes/catalog/anime";
import { addAnimes } from "../../factories/anime";
import { createPageCaller } from "../../support/server/call-page";
import { createSignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const callPage = createPageCaller(database);

const NOW = new Date("2026-07-10T15:00:00.000Z");
const [COMING, AIRING, ENDED] = ["Not yet aired", "Currently Airing", "Finished Airing"];

it.each([
  [COMING, null, null, COMING],
  [COMING, "2026-07-10T15:00:00.001Z", null, COMING],
  [COMING, "2026-07-10T15:00:00.000Z", null, AIRING],
  [COMING, "2026-04-03T00:00:00.000Z", "2026-09-25T00:00:00.000Z", AIRING],
  [COMING, "2026-04-03T00:00:00.000Z", "2026-06-26T00:00:00.000Z", ENDED],
  [AIRING, "2026-07-17T00:00:00.000Z", null, AIRING],
  [AIRING, "2026-04-03T00:00:00.000Z", "2026-07-09T15:00:00.001Z", AIRING],
  [AIRING, "2026-04-03T00:00:00.000Z", "2026-07-09T15:00:00.000Z", ENDED],
  [ENDED, "2026-07-17T00:00:00.000Z", "2026-09-25T00:00:00.000Z", ENDED],
  [null, "2026-04-03T00:00:00.000Z", "2026-06-26T00:00:00.000Z", null],
])("takes %s from %s to %s for %s", async (status = null, aired_from, aired_to, expected) => {
  expect(airingStatusAt({ status, aired_from, aired_to }, NOW)).toBe(expected);
  const [row] = await db.execute<{ status: string | null }>(sql`
    SELECT ${airingStatus(sql`a`, sql`${NOW.toISOString()}::timestamptz`)} AS status
    FROM (SELECT ${status}::text AS status, ${aired_from}::timestamptz AS aired_from,
      ${aired_to}::timestamptz AS aired_to) a`);
  expect(row?.status).toBe(expected);
});

it("weighs the catalog's word wherever it counts, and answers with it in the API", async () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  const slot = {
    broadcast_day: "Friday",
    broadcast_time: "23:00",
    broadcast_timezone: "Asia/Tokyo",
    episodes: null,
  };
  const status = COMING ?? null;
  await addAnimes(
    db,
    { mal_id: 1, ...slot, status, aired_from: days(-20) },
    { mal_id: 2, ...slot, status, aired_from: days(20) },
    { mal_id: 3, ...slot, status: AIRING ?? null, aired_to: days(-20) },
    { mal_id: 4, ...slot, status: AIRING ?? null, aired_to: days(-4) },
  );
  const all = { parentalControl: true };
  expect((await listAiring(db, all)).map(({ mal_id }) => mal_id)).toEqual([1, 4]);
  const { titles } = await listUpcoming(db, { ...all, limit: 9, offset: 0 });
  expect(titles.map(({ mal_id }) => mal_id)).toEqual([2]);

  const user = await createSignedInClient(database);
  const complete = (animeId: number) =>
    user.send("PATCH", "/api/user/watchlist/entry", { animeId, state: "completed" });
  expect((await complete(1)).status).toBe(200);
  expect((await complete(2)).status).toBe(400);

  const page = await callPage(titlePage, "/anime/1/anime-1", {
    params: { id: "1", slug: "anime-1" },
  });
  expect(JSON.stringify(page)).toContain(`"value":"${AIRING}"`);
  expect((await user.send("GET", "/api/animes/getAnime?id=1")).body).toMatchObject({
    data: { status },
  });
});
