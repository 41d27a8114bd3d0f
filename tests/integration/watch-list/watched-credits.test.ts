import { beforeEach, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { loader as statisticsPage } from "~/routes/account/statistics";
import { animes } from "~db/schema";
import { addAnimeId } from "../../factories/anime-id";
import { addCredits, characterRow, staffRow, voiceActor } from "../../factories/credits";
import { testDatabase } from "../../support/database/test-database";
import { createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const call = createPageCaller(database);
const [AYA, JUN, DUBBER, DIRECTOR, COMPOSER] = [1, 2, 3, 4, 5] as const;
let user: SignedInClient;
let seen: number;
let alsoSeen: number;

const names = (...tags: readonly string[]) =>
  tags.map((name) => ({ name, rank: 80, spoiler: name === "Twist" }));

beforeEach(async () => {
  user = await createSignedInClient(database);
  seen = await addAnimeId(db, { episodes: 12 });
  alsoSeen = await addAnimeId(db, { episodes: 12 });
  const planned = await addAnimeId(db, { episodes: 12 });
  await db
    .update(animes)
    .set({ tags: names("Robots", "Twist") })
    .where(eq(animes.malId, seen));
  await db
    .update(animes)
    .set({ tags: names("Robots", "Rain") })
    .where(eq(animes.malId, alsoSeen));
  await addCredits(db, {
    characters: [
      characterRow(seen, 10, {
        voice_actors: [voiceActor(AYA), voiceActor(DUBBER, { language: "English" })],
      }),
      // Two roles of one title count once.
      characterRow(seen, 11, { voice_actors: [voiceActor(AYA)] }),
      characterRow(alsoSeen, 12, { voice_actors: [voiceActor(AYA), voiceActor(JUN)] }),
      characterRow(planned, 13, { voice_actors: [voiceActor(JUN)] }),
    ],
    staff: [staffRow(seen, DIRECTOR), staffRow(alsoSeen, DIRECTOR), staffRow(alsoSeen, COMPOSER)],
  });
  const set = (animeId: number, fields: object) =>
    user.send("PATCH", "/api/user/watchlist/entry", { animeId, ...fields });
  await set(seen, { episodesSeen: 3 });
  await set(planned, { state: "planned" });
  await set(alsoSeen, { state: "completed", finishedOn: "2015-03" });
});

async function countedPeople(query = "") {
  const { voiceActors, staff, tags } = await call(statisticsPage, `/profile/statistics${query}`, {
    init: { headers: { cookie: user.cookie } },
  });
  return {
    voices: voiceActors.map(({ id, titles }) => [id, titles]),
    staff: staff.map(({ id, titles }) => [id, titles]),
    tags: tags.map(({ name, titles }) => [name, titles]),
  };
}

it("statistics count the titles of voice actors, of staff and of tags that are no spoilers", async () => {
  expect(await countedPeople()).toEqual({
    voices: [
      [AYA, 2],
      [JUN, 1],
    ],
    staff: [
      [DIRECTOR, 2],
      [COMPOSER, 1],
    ],
    tags: [
      ["Robots", 2],
      ["Rain", 1],
    ],
  });
});

it("statistics of a year count only the titles that were watched in it", async () => {
  expect(await countedPeople("?year=2015")).toEqual({
    voices: [
      [AYA, 1],
      [JUN, 1],
    ],
    staff: [
      [DIRECTOR, 1],
      [COMPOSER, 1],
    ],
    tags: [
      ["Rain", 1],
      ["Robots", 1],
    ],
  });
});
