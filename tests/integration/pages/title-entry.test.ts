import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { MASK_NOTHING } from "~/features/catalog/spoilers/spoiler-settings";
import type { EditValues } from "~/features/watch-list/view/edit-values";
import { toRewatchValues, toShown } from "~/features/watch-list/view/rewatch-values";
import { action as titleAction, loader as titlePage } from "~/routes/catalog/anime";
import { addEpisodes, addRelation } from "../../factories/anime";
import { addAnimeId } from "../../factories/anime-id";
import { createPageCaller, catchPageError } from "../../support/server/call-page";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
let user: SignedInClient;
let id: number;
let path: string;

beforeEach(async () => {
  user = await createSignedInClient(database);
  id = await addAnimeId(db, { title: "Planetes", episodes: 12 });
  path = `/anime/${id}/planetes`;
});

const callPage = createPageCaller(database);
const params = () => ({ id: String(id), slug: "planetes" });
const page = (query = "", cookie = user.cookie) =>
  callPage(titlePage, path + query, { params: params(), init: { headers: { cookie } } });
const send = (fields: Record<string, string>, query = "") =>
  callPage(titleAction, path + query, {
    params: params(),
    init: {
      method: "POST",
      headers: { cookie: user.cookie },
      body: new URLSearchParams({ animeId: String(id), ...fields }),
    },
  });
const entryOf = async () =>
  dataOf<Record<string, unknown> | null>(
    await user.send("GET", `/api/user/watchlist/entry?animeId=${id}`),
  );

describe("the editor of an entry without JavaScript", () => {
  it("saves, leads back to the page without the editor, and says so once", async () => {
    expect((await page("?edit=1")).editing).toBe(true);
    const saved = send({ intent: "edit", state: "watching", episodesSeen: "3" }, "?edit=1");
    expect(await catchPageError(saved)).toEqual({ status: 303, data: path });
    const { own, editing, flashMessage } = await page();
    expect(editing).toBe(false);
    expect(own).toMatchObject({ state: "watching", seen: 3, total: 12, next: 4 });
    expect(flashMessage).toMatchObject({ message: "Planetes saved." });
  });

  it.each([
    ["episodesSeen", "13", "Episodes watched can be at most 12, the number of episodes."],
    ["startedOn", "2999", "Start date can’t be in the future."],
    ["finishedOn", "May", "Finish date must be a year, a month or a date"],
    ["score", "11", "Score must be a number from 1 to 10."],
    ["state", "asleep", "Status must be one of"],
  ])("shows the error of %s %s beside it, and keeps all values", async (field, value, message) => {
    const fields = { intent: "edit", state: "watching", notes: "Kept", [field]: value };
    const refused = (await send(fields, "?edit=1")) as {
      data: { change: null; failure?: { fields: Record<string, string>; values: object } };
      init: { status: number };
    };
    expect(refused.init.status).toBe(400);
    expect(Object.keys(refused.data.failure?.fields ?? {})).toEqual([field]);
    expect(refused.data.failure?.fields[field]).toContain(message);
    expect(refused.data.failure?.values).toMatchObject({ [field]: [value], notes: ["Kept"] });
    expect(await entryOf()).toBeNull();
  });

  it("refuses to complete a title that has not aired", async () => {
    id = await addAnimeId(db, { title: "Planetes", status: "Not yet aired" });
    path = `/anime/${id}/planetes`;
    expect((await page()).own?.aired).toBe(false);
    expect(await send({ intent: "edit", state: "completed" })).toMatchObject({
      data: { failure: { fields: { state: expect.stringContaining("started airing") as string } } },
    });
    expect(await entryOf()).toBeNull();
  });

  it("changes only what changed since it was shown", async () => {
    await send({ intent: "edit", state: "watching", notes: "Mine" }).catch(() => null);
    const { values } = (await page()).own ?? {};
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: id, episodesSeen: 5 });
    await send({
      intent: "edit",
      was: JSON.stringify(values),
      ...values,
      tags: "space",
    }).catch(() => null);
    expect(await entryOf()).toMatchObject({ episodes_seen: 5, tags: ["space"], notes: "Mine" });
  });
});

describe("the favorites in the editor", () => {
  const favorites = async () =>
    dataOf<{ favorite_animes: number[] }>(await user.send("GET", "/api/user/profile"))
      .favorite_animes;
  const setFavorites = (ids: readonly number[]) =>
    db.execute(sql`UPDATE profiles SET favorite_animes = ${sql.param(ids)}::integer[]
      WHERE user_id = ${user.userId}::uuid`);
  const choose = (favorite: string) => send({ intent: "favorite", favorite }, "?edit=1");

  it("adds a title that is not on the list and removes it, each undone by the other", async () => {
    const other = await addAnimeId(db);
    await setFavorites([other]);
    expect((await page()).own).toMatchObject({ isFavorite: false, state: null });
    expect(await catchPageError(choose("add"))).toEqual({ status: 303, data: path });
    const { own, flashMessage } = await page();
    expect(own).toMatchObject({ isFavorite: true, state: null });
    expect(flashMessage).toMatchObject({
      message: "Planetes added to your favourites.",
      undo: { intent: "favorite", animeId: String(id), favorite: "remove" },
    });
    await choose("add").catch(() => null);
    expect(await favorites()).toEqual([other, id]);
    await choose("remove").catch(() => null);
    expect((await page()).flashMessage).toMatchObject({
      message: "Planetes removed from your favourites.",
      undo: { favorite: "add" },
    });
    expect(await favorites()).toEqual([other]);
  });

  it("removes a title that the viewer may no longer see, without its name, and adds none", async () => {
    await choose("add").catch(() => null);
    await db.execute(sql`UPDATE animes SET hidden = true WHERE mal_id = ${id}`);
    expect(await choose("add")).toMatchObject({ data: { change: null }, init: { status: 404 } });
    expect(await favorites()).toEqual([id]);
    expect(await catchPageError(choose("remove"))).toEqual({ status: 303, data: path });
    expect(await favorites()).toEqual([]);
  });

  it("takes 5,000 titles, and none that no database could hold", async () => {
    await setFavorites(Array.from({ length: 5_000 }, (_, index) => index + 1_000_000));
    expect(await choose("add")).toMatchObject({ data: { change: null }, init: { status: 409 } });
    for (const [animeId, favorite, status] of [
      ["99999999999", "add", 404],
      ["0", "add", 400],
      [String(id), "maybe", 400],
    ] as const)
      expect(await send({ intent: "favorite", favorite, animeId })).toMatchObject({
        init: { status },
      });
  });
});

describe("the rewatches of the editor", () => {
  const api = (fields: object) =>
    user.send("PATCH", "/api/user/watchlist/entry", { animeId: id, ...fields });
  const editor = async () => {
    const { own } = await page();
    if (own === null) throw new Error("No editor.");
    const { values, rewatches, scale } = own;
    return { values, rewatchValues: toRewatchValues(rewatches, values.state, scale) };
  };
  /** The form as the page shows it, with some fields changed. */
  const save = async (fields: Record<string, string>) => {
    const { values, rewatchValues } = await editor();
    const rows = [...rewatchValues, { startedOn: "", finishedOn: "", score: "", open: false }];
    const controls = rows.flatMap((row, index) => [
      [`rewatches.${index}.startedOn`, row.startedOn],
      [`rewatches.${index}.finishedOn`, row.finishedOn],
      [`rewatches.${index}.score`, row.score],
      ...(row.open ? [[`rewatches.${index}.open`, "true"]] : []),
    ]);
    return send(
      {
        intent: "edit",
        was: toShown(values, rewatchValues),
        ...values,
        ...(Object.fromEntries(controls) as Record<string, string>),
        ...fields,
      },
      "?edit=1",
    );
  };

  it("are changed, removed and added, with an event that can be undone", async () => {
    await api({
      state: "completed",
      rewatches: [{ startedOn: "2020", score: 85 }, { startedOn: "2021" }],
    });
    const before = await entryOf();
    await catchPageError(
      save({
        "rewatches.0.finishedOn": "2020-05",
        "rewatches.1.remove": "true",
        "rewatches.2.startedOn": "2022",
        "rewatches.2.score": "7",
      }),
    );
    expect(await entryOf()).toMatchObject({
      state: "completed",
      rewatches: [
        { started_on: "2020", finished_on: "2020-05", score: 85 },
        { started_on: "2022", finished_on: null, score: 70 },
      ],
    });
    const [event] = dataOf<{ id: string; changes: { field: string }[] }[]>(
      await user.send("GET", "/api/user/watchlist/events"),
    );
    expect(event?.changes.map(({ field }) => field)).toEqual(["rewatches"]);
    await user.send("POST", "/api/user/watchlist/undo", { eventId: event?.id });
    expect(await entryOf()).toEqual(before);
  });

  it("keep what another device changed while nothing of them changes", async () => {
    await api({ state: "completed", rewatches: [{ startedOn: "2020" }] });
    const { values, rewatchValues } = await editor();
    await api({ rewatches: [] });
    const was = toShown(values, rewatchValues);
    await catchPageError(
      send({ intent: "edit", was, ...values, "rewatches.0.startedOn": "2020", notes: "n" }),
    );
    expect(await entryOf()).toMatchObject({ notes: "n", rewatches: [] });
  });

  it("end the one under way by its finish date", async () => {
    await api({ state: "completed", finishedOn: "2019" });
    await api({ state: "rewatching", rewatches: [{ startedOn: "2024" }] });
    expect((await editor()).rewatchValues).toMatchObject([{ startedOn: "2024", open: true }]);
    await catchPageError(save({ "rewatches.0.finishedOn": "2024-06" }));
    expect(await entryOf()).toMatchObject({
      state: "completed",
      episodes_seen: 12,
      finished_on: "2019",
      rewatches: [{ started_on: "2024", finished_on: "2024-06" }],
    });
  });

  it.each([
    ["rewatches.0.finishedOn", "2019", "The finish date can’t be before the start date."],
    ["rewatches.1.startedOn", "2999", "Start date can’t be in the future."],
    ["rewatches.1.startedOn", "May", "Start date must be a year, a month or a date"],
    ["rewatches.0.score", "11", "Score must be a number from 1 to 10."],
  ])("show the error of %s %s beside it", async (name, value, message) => {
    await api({ state: "completed", rewatches: [{ startedOn: "2020" }] });
    const before = await entryOf();
    expect(await save({ [name]: value })).toMatchObject({
      init: { status: 400 },
      data: {
        failure: {
          fields: { [name]: expect.stringContaining(message) as string },
          values: { [name]: [value] },
        },
      },
    });
    expect(await entryOf()).toEqual(before);
  });
});

it("notes of full length fit into the editor's form, whatever their script", async () => {
  await send({ intent: "edit", state: "watching", notes: "𠮷".repeat(10_000) }).catch(() => null);
  const { values = {} as EditValues } = (await page()).own ?? {};
  const notes = `${"𠮷".repeat(9_999)}!`;
  await catchPageError(send({ intent: "edit", was: toShown(values, []), ...values, notes }));
  expect(await entryOf()).toMatchObject({ notes });
  const response = await user.send("PATCH", "/api/user/watchlist/entry", {
    animeId: id,
    notes: "𠮷".repeat(10_000),
  });
  expect(response.status).toBe(200);
  expect(await send({ intent: "edit", notes: "n".repeat(10_001) })).toMatchObject({
    init: { status: 400 },
  });
});

it("no episode can be ticked past the title's number, even one that the catalog holds", async () => {
  await addEpisodes(db, id, 1, 13);
  await send({ intent: "mark", episode: "12" }).catch(() => null);
  expect(await entryOf()).toMatchObject({ episodes_seen: 1 });
  for (const episode of ["13", "14"])
    expect(await send({ intent: "mark", episode })).toMatchObject({ init: { status: 400 } });
  expect(await entryOf()).toMatchObject({ episodes_seen: 1 });
});

it("a visitor's page has no entry, and its forms lead to sign-in", async () => {
  await send({ intent: "edit", state: "watching", notes: "A secret note" }).catch(() => null);
  const { own, editing, listStates, progress } = await page("?edit=1", "");
  expect({ own, editing, listStates, progress }).toEqual({
    own: null,
    editing: false,
    listStates: {},
    progress: {},
  });
  user.cookie = "";
  expect(await catchPageError(send({ intent: "mark", episode: "1" }))).toMatchObject({
    status: 302,
  });
});

describe("the episodes of a title", () => {
  const watch = (fields: object) =>
    user.send("PATCH", "/api/user/watchlist/entry", { animeId: id, ...fields });

  it("begin at the last one that was watched, unless another page is asked for", async () => {
    await db.execute(sql`UPDATE animes SET episodes = NULL WHERE mal_id = ${id}::int4`);
    await addEpisodes(db, id, 1, 120);
    expect((await page()).episodesPage).toBe(1);
    for (const [seen, number] of [
      [50, 1],
      [51, 2],
      [120, 3],
    ]) {
      await watch({ state: "watching", episodesSeen: seen });
      expect((await page()).episodesPage).toBe(number);
    }
    expect((await page("?episodes=1")).episodesPage).toBe(1);
    // The catalog lists fewer than were watched.
    await db.execute(sql`DELETE FROM episodes WHERE anime_mal_id = ${id}::int4 AND number > 60`);
    const beyond = await page();
    expect([beyond.episodesPage, beyond.episodes.length]).toEqual([1, 50]);
    await watch({ state: "completed" });
    expect((await page()).episodesPage).toBe(1);
  });
});

describe("related sequels", () => {
  it("are left out while spoilers are hidden, until completed, listed or asked for", async () => {
    const sequel = await addAnimeId(db, { title: "Planetes: The Last Orbit" });
    const story = await addAnimeId(db, { title: "Planetes: Moon Days" });
    await addRelation(db, id, "SEQUEL", sequel);
    await addRelation(db, id, "SIDE_STORY", story);
    let masks = MASK_NOTHING;
    const shown = async (query = "") => {
      const { related, maskedSequels } = await callPage(titlePage, path + query, {
        params: params(),
        visitor: { masks },
        init: { headers: { cookie: user.cookie } },
      });
      return [related.map(({ card }) => card.id), maskedSequels];
    };
    expect(await shown()).toEqual([[sequel, story], 0]);
    masks = { ...MASK_NOTHING, episodeTitles: true };
    expect(await shown()).toEqual([[story], 1]);
    expect(await shown("?reveal=sequels")).toEqual([[sequel, story], 0]);
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: sequel, state: "planned" });
    expect(await shown()).toEqual([[sequel, story], 0]);
  });
});
