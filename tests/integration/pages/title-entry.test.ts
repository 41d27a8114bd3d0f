import { beforeEach, describe, expect, it } from "vitest";
import { action as titleAction, loader as titlePage } from "~/routes/catalog/anime";
import { addEpisodes } from "../../factories/anime";
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
    const { own, editing, note } = await page();
    expect(editing).toBe(false);
    expect(own).toMatchObject({ state: "watching", seen: 3, total: 12, next: 4 });
    expect(note).toMatchObject({ message: "Planetes saved." });
  });

  it.each([
    ["episodesSeen", "13", "Episodes watched can be at most 12, the number of episodes."],
    ["startedOn", "2999", "Start date can’t be in the future."],
    ["finishedOn", "May", "Finish date must be a year, a month or a date"],
    ["score", "11", "Score is not valid."],
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

it("an episode that the catalog holds can be ticked past the title's number", async () => {
  await addEpisodes(db, id, 1, 13);
  await send({ intent: "mark", episode: "13" }).catch(() => null);
  expect(await entryOf()).toMatchObject({ episodes_seen: 1 });
  expect(await send({ intent: "mark", episode: "14" })).toMatchObject({ init: { status: 400 } });
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
