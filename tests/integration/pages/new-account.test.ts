import { beforeEach, describe, expect, it } from "vitest";
import { action as saveTastes } from "~/routes/account/sign-up-tastes";
import { loader as yearReview } from "~/routes/account/year-review";
import { loader as yearImage } from "~/routes/account/year-review-image";
import { addAnimeId } from "../../factories/anime-id";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const callPage = createPageCaller(database);
let user: SignedInClient;

beforeEach(async () => {
  user = await createSignedInClient(database);
});

async function tick(path: string, seen: readonly (number | string)[]): Promise<void> {
  const body = new URLSearchParams([
    ["save", "tastes"],
    ...seen.map((id) => ["watched_animes", String(id)]),
  ] as string[][]);
  const sent = await callPage(saveTastes, path, {
    init: { method: "POST", body, headers: { cookie: user.cookie } },
  });
  expect(sent).toMatchObject({ status: 302 });
}

const entryOf = async (animeId: number) =>
  dataOf<Record<string, unknown> | null>(
    await user.send("GET", `/api/user/watchlist/entry?animeId=${animeId}`),
  );
const eventsOf = async () =>
  dataOf<{ id: string; through: string; mal_id: number }[]>(
    await user.send("GET", "/api/user/watchlist/events"),
  );

describe("a title that was seen before the account existed", () => {
  it("is completed in the list, which can be undone, and counts for no day", async () => {
    const [first, second] = [await addAnimeId(db), await addAnimeId(db)];
    await tick("/signup/tastes", [first, second]);
    for (const id of [first, second])
      expect(await entryOf(id)).toMatchObject({
        state: "completed",
        episodes_seen: 12,
        finished_on: null,
      });
    const events = await eventsOf();
    expect(events.map(({ through }) => through)).toEqual(["sign-up", "sign-up"]);
    const statistics = dataOf<{ days: unknown[] }>(await user.send("GET", "/api/user/statistics"));
    expect(statistics.days).toEqual([]);
    await user.send("POST", "/api/user/watchlist/undo", { eventId: events[0]?.id });
    expect([await entryOf(first), await entryOf(second)]).toEqual([null, null]);
    // What was undone does not come back with the next change of the form.
    const third = await addAnimeId(db);
    await tick("/signup/tastes", [first, second, third]);
    expect([await entryOf(first), await entryOf(second)]).toEqual([null, null]);
    expect(await entryOf(third)).toMatchObject({ state: "completed" });
  });

  it("stays as it is if it is on the list, has not aired, or is unknown", async () => {
    const listed = await addAnimeId(db);
    const coming = await addAnimeId(db, { status: "Not yet aired", aired_from: null });
    await user.send("POST", "/api/user/watchlist/seen", { animeId: listed, episodes: 3 });
    await tick("/signup/tastes", [listed, coming, 2_000_000_001]);
    expect(await entryOf(listed)).toMatchObject({ state: "watching", episodes_seen: 3 });
    expect(await entryOf(coming)).toBeNull();
  });

  it("comes from the site when the tastes are edited later", async () => {
    const id = await addAnimeId(db);
    await tick("/signup/tastes?edit=1", [id]);
    expect(await eventsOf()).toMatchObject([{ through: "site", mal_id: id }]);
  });
});

describe("the year in review", () => {
  const year = new Date().getUTCFullYear();
  const open = (of: number | "latest") =>
    callPage(yearReview, `/profile/${of}`, {
      params: { year: String(of) },
      init: { headers: { cookie: user.cookie } },
    });

  it("has a page for the present year before the first entry, and none for others", async () => {
    expect(await open(year)).toMatchObject({ year, review: null, shared: null });
    expect(await catchPageError(open(year - 1))).toMatchObject({ status: 404 });
    expect(await catchPageError(open(year + 1))).toMatchObject({ status: 404 });
    const image = await callPage(yearImage, `/profile/${year}/wide.svg`, {
      params: { year: String(year), image: "wide" },
      init: { headers: { cookie: user.cookie } },
    });
    expect(image.status).toBe(404);
  });

  it("sends a visitor of its picture to the page, by way of the sign-in", async () => {
    const image = callPage(yearImage, `/profile/${year}/wide.svg`, {
      params: { year: String(year), image: "wide" },
    });
    const location = `/signin?returnTo=%2Fprofile%2F${year}`;
    expect(await catchPageError(image)).toEqual({ status: 302, data: location });
  });

  it("shows what was watched once there is something", async () => {
    const animeId = await addAnimeId(db);
    await user.send("POST", "/api/user/watchlist/seen", { animeId, episodes: 3 });
    expect(await open(year)).toMatchObject({ year, review: { totals: { episodes: 3 } } });
  });

  it("leads the menu to the last year that has anything, or else to the present one", async () => {
    const latest = () => catchPageError(open("latest"));
    expect(await latest()).toEqual({ status: 302, data: `/profile/${year}` });
    const animeId = await addAnimeId(db);
    const data = { animeId, state: "completed", finishedOn: `${year - 3}-05-01` };
    await user.send("PATCH", "/api/user/watchlist/entry", data);
    expect(await latest()).toEqual({ status: 302, data: `/profile/${year - 3}` });
  });
});
