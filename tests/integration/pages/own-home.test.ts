import { expect, it } from "vitest";
import { WEEKDAYS } from "~/features/catalog/vocabulary";
import { loader as home } from "~/routes/catalog/home";
import { addAnimes } from "../../factories/anime";
import { createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

const homeOf = ({ cookie }: Pick<SignedInClient, "cookie">, parentalControl = true) =>
  createPageCaller(database)(home, "/", {
    visitor: { parentalControl },
    init: { headers: { cookie } },
  });

it("shows a user the list titles that air today in their zone, and no visitor", async () => {
  const addAiring = {
    status: "Currently Airing",
    airing: true,
    broadcast_time: "12:00",
    broadcast_timezone: "Asia/Tokyo",
  };
  await addAnimes(
    database.db,
    ...WEEKDAYS.map((broadcast_day, index) => ({
      mal_id: index + 1,
      title: broadcast_day,
      broadcast_day,
      ...addAiring,
    })),
  );
  await addAnimes(
    database.db,
    ...WEEKDAYS.map((broadcast_day, index) => ({
      mal_id: index + 11,
      title: `${broadcast_day} for adults`,
      broadcast_day,
      rating: "Rx - Hentai",
      ...addAiring,
    })),
  );
  await addAnimes(
    database.db,
    ...WEEKDAYS.map((broadcast_day, index) => ({
      mal_id: index + 21,
      title: `${broadcast_day} on no list`,
      broadcast_day,
      ...addAiring,
    })),
  );
  const user = await createSignedInClient(database);
  for (const [index] of WEEKDAYS.entries()) {
    await user.send("POST", "/api/user/watchList", { animeId: index + 1, type: "Watching" });
    await user.send("POST", "/api/user/watchList", { animeId: index + 11, type: "To Watch" });
  }
  const own = await homeOf(user);
  expect(own.airingOnList).toHaveLength(1);
  expect(own.airingOnList[0]).toMatchObject({ time: "12:00", type: "Watching" });
  expect(own.listStates).toMatchObject({ [own.airingOnList[0]?.card.id ?? 0]: "Watching" });
  expect((await homeOf(user, false)).airingOnList).toHaveLength(2);
  expect((await homeOf({ cookie: "" })).airingOnList).toEqual([]);
});

it("shows all of today's broadcasts in the viewer's zone, most popular first, and in broadcast time without one", async () => {
  const callHome = createPageCaller(database);
  const inZone = async (cookie: string) => {
    const { airing } = await callHome(home, "/", { init: { headers: { cookie } } });
    return {
      isStationTime: airing.isStationTime,
      times: [...new Set(Object.values(airing.times))],
      cards: airing.cards.length,
    };
  };
  expect(await inZone("")).toEqual({ isStationTime: true, times: ["12:00"], cards: 2 });
  expect(await inZone("akari_zone=Asia/Kolkata")).toEqual({
    isStationTime: false,
    times: ["08:30"],
    cards: 2,
  });
});

it("omits completed titles", async () => {
  const user = await createSignedInClient(database);
  for (const [index] of WEEKDAYS.entries())
    await user.send("POST", "/api/user/watchList", { animeId: index + 1, type: "Completed" });
  expect((await homeOf(user)).airingOnList).toEqual([]);
});
