import { beforeAll, describe, expect, it } from "vitest";
import { WEEKDAYS } from "~/features/catalog/vocabulary";
import { action as homeAction, loader as home } from "~/routes/catalog/home";
import { addAnimes, addEpisodes } from "../../factories/anime";
import { addAnimeId } from "../../factories/anime-id";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";
import { railOf } from "../../support/home-rails";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

const homeOf = ({ cookie }: Pick<SignedInClient, "cookie">, parentalControl = true) =>
  createPageCaller(database)(home, "/", {
    visitor: { parentalControl },
    init: { headers: { cookie } },
  });

beforeAll(async () => {
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
});

it("shows a user the list titles that air today in their zone, and no visitor", async () => {
  const user = await createSignedInClient(database);
  for (const [index] of WEEKDAYS.entries()) {
    await user.send("POST", "/api/user/watchList", { animeId: index + 1, type: "Watching" });
    await user.send("POST", "/api/user/watchList", { animeId: index + 11, type: "To Watch" });
  }
  const own = await homeOf(user);
  const airing = railOf(own, "airingOnList");
  expect(airing).toMatchObject([{ time: "12:00", next: 1 }]);
  expect(own.listStates).toMatchObject({
    [airing?.[0]?.card.id ?? 0]: { state: "watching", seen: 0, total: 12, score: null },
  });
  expect(railOf(await homeOf(user, false), "airingOnList")).toHaveLength(2);
  expect(railOf(await homeOf({ cookie: "" }), "airingOnList")).toBeNull();
});

it("shows all of today's broadcasts in the viewer's zone, most popular first, and in broadcast time without one", async () => {
  const callHome = createPageCaller(database);
  const inZone = async (cookie: string) => {
    const page = await callHome(home, "/", { init: { headers: { cookie } } });
    const airing = railOf(page, "airingToday");
    return {
      isStationTime: airing?.isStationTime,
      times: [...new Set(Object.values(airing?.times ?? {}))],
      cards: airing?.cards.length,
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
  expect(railOf(await homeOf(user), "airingOnList")).toEqual([]);
});

it("features what the user plans and can start before what everyone is shown", async () => {
  const user = await createSignedInClient(database);
  const started = await addAnimeId(database.db, { status: "Finished Airing" });
  const announced = await addAnimeId(database.db, { status: "Not yet aired" });
  for (const animeId of [started, announced])
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId, state: "planned" });
  const featuredFor = async (viewer: Pick<SignedInClient, "cookie">) =>
    (railOf(await homeOf(viewer), "featured") ?? []).map(({ id }) => id);
  const everyone = await featuredFor({ cookie: "" });
  const others = everyone.filter((id) => id !== started);
  expect(await featuredFor(user)).toEqual([started, ...others].slice(0, 5));
});

describe("titles being watched", () => {
  const shownBy = async (user: SignedInClient) => {
    const rail = railOf(await homeOf(user), "upNext");
    return {
      upNext: rail?.cards.map(({ id, next, progress }) => [id, next, progress?.position ?? null]),
      total: rail?.total,
    };
  };
  const play = (user: SignedInClient, animeId: number, position: number) =>
    user.send("POST", "/api/user/progress", {
      entries: [{ animeId, episode: 1, position, duration: 100 }],
    });

  it("come first while an episode is half watched, once each", async () => {
    const user = await createSignedInClient(database);
    const [half, whole, untouched] = [
      await addAnimeId(database.db),
      await addAnimeId(database.db),
      await addAnimeId(database.db),
    ];
    for (const id of [half, whole]) await addEpisodes(database.db, id, 1, 12);
    await play(user, half, 40);
    await play(user, whole, 95);
    await user.send("POST", "/api/user/watchList", { animeId: untouched, type: "Watching" });
    expect(await shownBy(user)).toEqual({
      upNext: [
        [half, 1, 40],
        [untouched, 1, null],
        [whole, 2, null],
      ],
      total: 3,
    });
  });

  it("are not shown once they are paused or dropped", async () => {
    const user = await createSignedInClient(database);
    const [paused, dropped] = [await addAnimeId(database.db), await addAnimeId(database.db)];
    for (const [id, state] of [
      [paused, "paused"],
      [dropped, "dropped"],
    ] as const) {
      await addEpisodes(database.db, id, 1, 12);
      await play(user, id, 40);
      await user.send("PATCH", "/api/user/watchlist/entry", { animeId: id, state });
    }
    expect(await shownBy(user)).toEqual({ upNext: [], total: 0 });
  });

  it("are counted up by a plain form, which leads back to Home and can be undone once", async () => {
    const user = await createSignedInClient(database);
    const id = await addAnimeId(database.db, { title: "Planetes", episodes: 2 });
    await user.send("POST", "/api/user/watchList", { animeId: id, type: "Watching" });
    const send = (fields: Record<string, string>) =>
      catchPageError(
        createPageCaller(database)(homeAction, "/?index", {
          init: {
            method: "POST",
            headers: { cookie: user.cookie },
            body: new URLSearchParams(fields),
          },
        }),
      );
    expect(await send({ intent: "mark", animeId: String(id), episode: "1" })).toEqual({
      status: 303,
      data: "/",
    });
    expect((await homeOf(user)).flashMessage).toMatchObject({
      message: "Episode 1 of Planetes marked as watched.",
    });
    expect((await homeOf(user)).flashMessage).toBeNull();
    // Pressing it twice counts once.
    await send({ intent: "mark", animeId: String(id), episode: "1" });
    expect((await shownBy(user)).upNext).toEqual([[id, 2, null]]);
    await send({ intent: "mark", animeId: String(id), episode: "2" });
    const { flashMessage, ...page } = await homeOf(user);
    expect(flashMessage).toMatchObject({
      message: "You’ve completed Planetes.",
      rate: `/anime/${id}/planetes?edit=1#entry`,
    });
    expect(railOf(page, "upNext")?.cards).toEqual([]);
    await send(flashMessage?.undo ?? {});
    expect((await shownBy(user)).upNext).toEqual([[id, 2, null]]);
  });

  it("are no visitor's, whose form leads to sign-in", async () => {
    const page = await homeOf({ cookie: "" });
    expect([railOf(page, "upNext"), page.listStates]).toEqual([null, {}]);
    const sent = catchPageError(
      createPageCaller(database)(homeAction, "/?index", {
        init: { method: "POST", body: new URLSearchParams({ intent: "mark" }) },
      }),
    );
    expect(await sent).toMatchObject({ status: 302 });
  });
});
