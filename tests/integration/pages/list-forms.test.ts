import { gzipSync } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { parseScoreScale, toScale } from "~/features/catalog/score-scale";
import { normaliseName } from "~/features/catalog/term-key";
import { mergeTitles } from "~/features/curation/merge-titles.server";
import { moveEntries } from "~/features/watch-list/tracking/move-entries.server";
import { MAX_PACKED_BYTES } from "~/features/watch-list/view/import-form";
import { action as titleAction } from "~/routes/catalog/anime";
import { loader as browse } from "~/routes/catalog/browse";
import { loader as watchedPage } from "~/routes/watch-list/history";
import { action as historyAction, loader as historyPage } from "~/routes/watch-list/search-history";
import { action as importAction, loader as importPage } from "~/routes/watch-list/import";
import { action as listAction, loader as listPage } from "~/routes/watch-list/list";
import {
  action as listHistoryAction,
  loader as listHistoryPage,
} from "~/routes/watch-list/list-history";
import { loader as pickTitle } from "~/routes/watch-list/pick";
import { action as saveLayout } from "~/routes/watch-list/save-list-layout";
import { animeRelations, animeTitleKeys, animeTitleWords } from "~db/schema";
import { addEpisodes, indexForSearch } from "../../factories/anime";
import { addAnimeId } from "../../factories/anime-id";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";
import type { AppServices } from "~/process/app-services";
import { callHandler, readOutcome } from "../../support/server/call-page";
import { createTestContext, createTestServices } from "../../support/server/context";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
let services: AppServices;
let user: SignedInClient;

beforeEach(async () => {
  services = createTestServices({}, database);
  user = await createSignedInClient(database);
});

type Handler = (args: never) => unknown;

interface PageData {
  change?: { message: string; undo: Record<string, string> | null } | null;
  refused?: string | null;
  flashMessage?: unknown;
  outcome?: unknown;
}

async function callPage(
  handler: Handler,
  path: string,
  init: RequestInit = {},
  { isDataRequest = false } = {},
) {
  const context = createTestContext(services, { metadata: { isDataRequest } });
  const request = new Request(`http://akari.test${path}`, {
    ...init,
    headers: { cookie: user.cookie },
  });
  return readOutcome<PageData>(callHandler(handler, { request, params: {}, context }));
}

const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});
const stored = async () =>
  (
    (await user.send("GET", "/api/user/watchList")).body as {
      data: { mal_id: number; type: string }[];
    }
  ).data.map(({ mal_id, type }) => [mal_id, type]);

interface ShownEntry {
  card: { id: number; title: { text: string } };
  fields: { state: string | null; score: number | null; tags: string[] };
  progress: { episodesSeen: number };
}
const shownEntries = async (path: string) =>
  ((await callPage(listPage, path)).data as { entries: ShownEntry[] }).entries;

it("shows the episodes watched here or elsewhere, and an imported score", async () => {
  const [onSite, atSource, unseen] = [
    await addAnimeId(db, { title: "Seen here", episodes: 12 }),
    await addAnimeId(db, { title: "Seen there", episodes: 26 }),
    await addAnimeId(db, { title: "Seen nowhere", episodes: 3 }),
  ];
  for (const id of [onSite, atSource, unseen])
    await user.send("POST", "/api/user/watchList", { animeId: id, type: "Watching" });
  await addEpisodes(db, onSite, 1, 3);
  await user.send("POST", "/api/user/progress", {
    entries: [1, 2, 3].map((episode) => ({
      animeId: onSite,
      episode,
      position: episode === 3 ? 5 : 100,
      duration: 100,
    })),
  });
  await user.send("POST", "/api/user/watchList/import?policy=replace", [
    { mal_id: atSource, type: "Watching", watched_episodes: 7, own_score: 9 },
  ]);
  const progress = Object.fromEntries(
    (await shownEntries("/list")).map(({ card, fields, progress }) => [
      card.id,
      [progress.episodesSeen, fields.score],
    ]),
  );
  expect(progress).toEqual({ [onSite]: [2, null], [atSource]: [7, 90], [unseen]: [0, null] });
});

describe("a form of My list without JavaScript", () => {
  it("redirects to its page, which shows the result once with an Undo", async () => {
    const id = await addAnimeId(db, { title: "Mushishi" });
    const sent = await callPage(
      listAction,
      "/list?state=planned&sort=title",
      form({ animeId: String(id), type: "Watching" }),
    );
    expect(sent).toMatchObject({ status: 303, location: "/list?state=planned&sort=title" });
    const page = await callPage(listPage, "/list?state=planned&sort=title");
    expect(page.data.flashMessage).toEqual({
      message: "Mushishi added to Watching.",
      undo: { intent: "undo", eventId: expect.any(String) as string },
    });
    expect((await callPage(listPage, "/list")).data.flashMessage).toBeNull();
  });

  it("undoes a removal with everything the entry contained", async () => {
    const id = await addAnimeId(db, { title: "Monster" });
    await user.send("POST", "/api/user/watchList/import?policy=replace", [
      { mal_id: id, type: "Completed", own_score: 9, notes: "n".repeat(9_000) },
    ]);
    await callPage(listAction, "/list", form({ animeId: String(id), intent: "remove" }));
    expect(await stored()).toEqual([]);
    const { undo } = (await callPage(listPage, "/list")).data.flashMessage as {
      undo: Record<string, string>;
    };
    expect(await callPage(listAction, "/list", form(undo))).toMatchObject({ status: 303 });
    const [entry] = (
      (await user.send("GET", "/api/user/watchList/export")).body as {
        data: { entries: Record<string, unknown>[] };
      }
    ).data.entries;
    expect(entry).toMatchObject({
      mal_id: id,
      type: "Completed",
      own_score: 9,
      notes: "n".repeat(9_000),
    });
  });

  it("shows no flash message to another user, in another session, or at another URL", async () => {
    const id = await addAnimeId(db);
    await callPage(listAction, "/list", form({ animeId: String(id), type: "Watching" }));
    expect((await callPage(historyPage, "/settings/searches")).data.flashMessage).toBeNull();
    const { cookie } = user;
    user = await createSignedInClient(database);
    expect((await callPage(listPage, "/list")).data.flashMessage).toBeNull();
    user.cookie = cookie;
    expect((await callPage(listPage, "/list")).data.flashMessage).not.toBeNull();
  });

  it.each([
    ["an anime that the catalog does not have", { animeId: "2000000000", type: "Watching" }, 404],
    ["a type that is none", { animeId: "1", type: "Foo" }, 400],
    ["an Undo that holds nothing", { intent: "undo", eventId: "" }, 400],
  ])("shows the page again for %s, with the error", async (_, fields, status) => {
    const response = await callPage(listAction, "/list", form(fields));
    expect(response).toMatchObject({
      status,
      data: { change: null, refused: expect.any(String) as string },
    });
    expect(await stored()).toEqual([]);
  });
});

it("a form of My list responds in place to the page's script", async () => {
  const id = await addAnimeId(db, { title: "Planetes" });
  const response = await callPage(
    listAction,
    "/list",
    form({ animeId: String(id), type: "To Watch" }),
    {
      isDataRequest: true,
    },
  );
  expect(response).toMatchObject({
    status: 200,
    location: null,
    data: { change: { message: "Planetes added to Planned." }, refused: null },
  });
  expect((await callPage(listPage, "/list")).data.flashMessage).toBeNull();
});

it("the history's forms redirect back, and a removal can be undone", async () => {
  await user.send("POST", "/api/user/searchHistory", { query: "trigun" });
  const [entry] = (
    (await user.send("GET", "/api/user/searchHistory")).body as { data: { id: string }[] }
  ).data;
  expect(
    await callPage(
      historyAction,
      "/settings/searches",
      form({ intent: "remove", id: entry?.id ?? "" }),
    ),
  ).toMatchObject({ status: 303, location: "/settings/searches" });
  const flashMessage = (await callPage(historyPage, "/settings/searches")).data.flashMessage as {
    message: string;
    undo: Record<string, string>;
  };
  expect(flashMessage.message).toBe("“trigun” removed from your history.");
  await callPage(historyAction, "/settings/searches", form(flashMessage.undo));
  expect((await user.send("GET", "/api/user/searchHistory")).body).toMatchObject({
    data: [{ query: "trigun" }],
  });
  expect(
    await callPage(historyAction, "/settings/searches", form({ intent: "track", track: "off" })),
  ).toMatchObject({ status: 303 });
  expect((await callPage(historyPage, "/settings/searches")).data).toMatchObject({
    tracked: false,
    flashMessage: { message: "Search history is off.", undo: null },
  });
});

it("removes a recent search on Browse, tells it there and takes it back", async () => {
  await user.send("POST", "/api/user/searchHistory", { query: "trigun" });
  const browsed = async () =>
    (await callPage(browse, "/browse?genre_filter=drama")).data as {
      recent: { id: string; query: string }[];
      flashMessage: { message: string; undo: Record<string, string> } | null;
    };
  const send = (fields: Record<string, string>) =>
    callPage(
      historyAction,
      "/settings/searches",
      form({ ...fields, returnTo: "/browse?genre_filter=drama" }),
    );
  const [search] = (await browsed()).recent;
  expect(await send({ intent: "remove", id: search?.id ?? "" })).toMatchObject({
    location: "/browse?genre_filter=drama",
  });
  const { recent, flashMessage } = await browsed();
  expect([recent, flashMessage?.message]).toEqual([[], "“trigun” removed from your history."]);
  await send(flashMessage?.undo ?? {});
  expect(await browsed()).toMatchObject({
    recent: [{ query: "trigun" }],
    flashMessage: { message: "“trigun” is back in your history." },
  });
  expect((await browsed()).flashMessage).toBeNull();
});

describe("the import page", () => {
  const upload = (list: unknown) => {
    const body = new FormData();
    body.set("policy", "keep");
    body.set("file", new File([JSON.stringify(list)], "list.json"));
    return { method: "POST", body };
  };

  it("previews, imports, redirects to the report, and offers it as a download", async () => {
    const id = await addAnimeId(db, { title: "Haibane Renmei" });
    const preview = await callPage(
      importAction,
      "/list/import",
      upload([
        { mal_id: id, type: "Completed" },
        { mal_id: 2_000_000_001, title: "=Nowhere", type: "Watching" },
      ]),
    );
    const { outcome } = preview.data as {
      outcome: { done: boolean; policy: string; packed: string };
    };
    expect(outcome.done).toBe(false);
    expect(await stored()).toEqual([]);
    expect((await user.send("GET", "/api/user/watchList/import")).status).toBe(404);
    expect(
      await callPage(
        importAction,
        "/list/import",
        form({ policy: outcome.policy, packed: outcome.packed }),
      ),
    ).toMatchObject({ status: 303, location: "/list/import?done=1" });
    expect(await stored()).toEqual([[id, "Completed"]]);
    const page = await callPage(importPage, "/list/import?done=1");
    expect(page.data.outcome).toMatchObject({
      done: true,
      groups: [
        { name: "added", count: 1, titles: [{ text: "Haibane Renmei" }] },
        { count: 0 },
        { count: 0 },
        { name: "notFound", count: 1 },
      ],
    });
    const json = await user.send("GET", "/api/user/watchList/import");
    expect(json.headers.get("content-disposition")).toBe(
      'attachment; filename="import-report.json"',
    );
    expect(json.body).toMatchObject({
      success: true,
      data: {
        format: "json",
        policy: "keep",
        dryRun: false,
        counts: { total: 2, added: 1, notFound: 1 },
        added: [{ mal_id: id }],
      },
    });
    const csv = await user.send("GET", "/api/user/watchList/import?format=csv");
    expect(csv.body as string).toContain(`added,${id},Haibane Renmei,Completed,,`);
    expect(csv.body as string).toContain(
      "not found,2000000001,'=Nowhere,,,This title isn’t in the catalog.",
    );
  });

  it("accepts a list of 4 MB gzipped, and none larger", async () => {
    const id = await addAnimeId(db);
    const list = JSON.stringify([{ mal_id: id, type: "Completed" }]);
    // Uncompressed gzip, so that a space more is a byte more.
    const pack = (length: number) => gzipSync(list.padEnd(length), { level: 0 });
    let length = MAX_PACKED_BYTES;
    for (let rounds = 0; rounds < 9 && pack(length).byteLength !== MAX_PACKED_BYTES; rounds++)
      length -= pack(length).byteLength - MAX_PACKED_BYTES;
    const submit = (file: Uint8Array<ArrayBuffer>) => {
      const body = new FormData();
      body.set("policy", "keep");
      body.set("file", new File([file], "list.json.gz"));
      return callPage(importAction, "/list/import", { method: "POST", body });
    };
    const packed = pack(length);
    expect(packed.byteLength).toBe(MAX_PACKED_BYTES);
    expect(await submit(packed)).toMatchObject({ status: 200, data: { outcome: { done: false } } });
    expect(await submit(pack(length + 1))).toMatchObject({
      status: 413,
      data: { refused: expect.stringContaining("4194304 bytes") as string },
    });
  });

  it("accepts the previewed list as base64 of 1.4 times 4 MB, and no longer text", async () => {
    const id = await addAnimeId(db);
    const packed = gzipSync(JSON.stringify([{ mal_id: id, type: "Completed" }])).toString("base64");
    const submit = (length: number) => {
      const body = new FormData();
      body.set("policy", "keep");
      body.set("packed", packed.padEnd(length));
      return callPage(importAction, "/list/import", { method: "POST", body });
    };
    const maxLength = Math.floor(MAX_PACKED_BYTES * 1.4);
    expect(await submit(maxLength + 1)).toMatchObject({ status: 413 });
    expect(await stored()).toEqual([]);
    expect(await submit(maxLength)).toMatchObject({ status: 303 });
    expect(await stored()).toEqual([[id, "Completed"]]);
  });

  it("explains an invalid file, with a 4xx status", async () => {
    const response = await callPage(importAction, "/list/import", upload("nothing of the kind"));
    expect(response.status).toBe(400);
    expect((response.data as { refused: string }).refused).toContain("We couldn’t read this file");
  });
});

describe("the list's history page", () => {
  interface Shown {
    days: {
      date: string;
      heading: string;
      items: { id: string; title: { text: string } | null; summary: string; undone: boolean }[];
    }[];
    total: number;
  }
  const shown = async () => (await callPage(listHistoryPage, "/list/history")).data as Shown;
  const undo = (eventId: string) =>
    callPage(listHistoryAction, "/list/history", form({ intent: "undo", eventId }));

  it("shows changes newest first, and undoes one", async () => {
    const id = await addAnimeId(db, { title: "Mushishi" });
    await user.send("POST", "/api/user/watchList", { animeId: id, type: "To Watch" });
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: id, score: 80 });
    const [day] = (await shown()).days;
    expect(day?.items.map(({ title, summary }) => [title?.text, summary])).toEqual([
      ["Mushishi", "Score: – → 8"],
      ["Mushishi", expect.stringContaining("Added to Planned")],
    ]);
    expect(await undo(day?.items[0]?.id ?? "")).toMatchObject({ status: 303 });
    const [after] = (await shown()).days;
    expect(after?.items.map(({ undone }) => undone)).toEqual([true, false]);
  });

  it("shows the notes that a merge left out, and once it is undone the ones it kept", async () => {
    const [into, from] = [await addAnimeId(db, {}), await addAnimeId(db, {})];
    for (const [animeId, letter] of [
      [into, "k"],
      [from, "o"],
    ] as const)
      await user.send("PATCH", "/api/user/watchlist/entry", {
        ...{ animeId, state: "planned", notes: letter.repeat(6_000) },
      });
    await mergeTitles(db, { from, into }, moveEntries);
    const [event] = (await shown()).days[0]?.items ?? [];
    expect(event).toMatchObject({ leftOutNotes: "o".repeat(6_000) });
    expect(await undo(event?.id ?? "")).toMatchObject({ status: 303 });
    expect((await shown()).days[0]?.items[0]).toMatchObject({ leftOutNotes: "k".repeat(6_000) });
  });

  it("shows what was watched by itself, without what only changed the list", async () => {
    const id = await addAnimeId(db, { title: "Mushishi", episodes: 26 });
    await user.send("POST", "/api/user/watchList", { animeId: id, type: "To Watch" });
    const seen = (episodes: unknown) =>
      user.send("POST", "/api/user/watchlist/seen", { animeId: id, episodes });
    await seen(1);
    await seen(4);
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: id, score: 80 });
    const watched = async () =>
      ((await callPage(watchedPage, "/history")).data as Shown).days.flatMap(({ items }) =>
        items.map(({ summary, undone }) => [summary, undone]),
      );
    expect(await watched()).toEqual([
      ["Episodes 2–4", false],
      ["Episode 1", false],
    ]);
    const [day] = (await shown()).days;
    const [, latest] = day?.items ?? [];
    expect(await undo(latest?.id ?? "")).toMatchObject({ status: 303 });
    expect(await watched()).toEqual([
      ["Episodes 2–4", true],
      ["Episode 1", false],
    ]);
  });

  it("has the finish dates of an import, unless episodes of the year tell more", async () => {
    const [series, film, again, partial] = [
      await addAnimeId(db, { title: "Mushishi", episodes: 26 }),
      await addAnimeId(db, { title: "Redline", episodes: 1 }),
      await addAnimeId(db, { title: "Planetes", episodes: null }),
      await addAnimeId(db, { title: "Baccano", episodes: 13 }),
    ];
    const finished = { state: "completed", finished_on: "2021-03-04" };
    await user.send("POST", "/api/user/watchlist/import", [
      { mal_id: series, episodes_seen: 26, ...finished },
      { mal_id: film, episodes_seen: 1, ...finished, finished_on: "2021-03-05" },
      {
        ...{ mal_id: again, episodes_seen: 7, ...finished, finished_on: "2020-02-29" },
        rewatches: [{ finished_on: "2021-03-04", finished: true }],
      },
      { mal_id: partial, episodes_seen: 13, ...finished, finished_on: "2021-03" },
    ]);
    const watched = async () => {
      const { days, total } = (await callPage(watchedPage, "/history")).data as Shown;
      return {
        total,
        rows: days.flatMap(({ date, items }) =>
          items.map(({ title, summary }) => [date, title?.text, summary]),
        ),
      };
    };
    const both = [
      ["2021-03-05", "Redline", "Finished\u00a0· 1 episode"],
      ["2021-03-04", "Mushishi", "Finished\u00a0· 26 episodes"],
      ["2021-03-04", "Planetes", "Rewatched\u00a0· 7 episodes"],
      ["2020-02-29", "Planetes", "Finished\u00a0· 7 episodes"],
    ];
    expect(await watched()).toEqual({ total: 4, rows: both });
    expect((await shown()).total).toBe(1);
    await db.execute(sql`
      INSERT INTO list_events (user_id, anime_mal_id, at, day, through, before, after, watched)
      VALUES (${user.userId}::uuid, ${series}, '2021-03-04T12:00:00Z', '2021-03-04', 'site', '{}', '{}', 2)`);
    expect(await watched()).toEqual({
      total: 4,
      rows: [both[0], ["2021-03-04", "Mushishi", "2 episodes"], both[2], both[3]],
    });
  });

  it("explains a change that a later one contradicts, and leaves the list alone", async () => {
    const id = await addAnimeId(db);
    await user.send("POST", "/api/user/watchList", { animeId: id, type: "To Watch" });
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: id, score: 80 });
    const [day] = (await shown()).days;
    expect(await undo(day?.items[1]?.id ?? "")).toMatchObject({
      status: 409,
      data: { change: null, refused: expect.any(String) as string },
    });
    expect(await stored()).toEqual([[id, "To Watch"]]);
  });

  it("shows an import as one change, and undoes all of it", async () => {
    const ids = [await addAnimeId(db), await addAnimeId(db), await addAnimeId(db)];
    await user.send(
      "POST",
      "/api/user/watchList/import?policy=replace",
      ids.map((id) => ({ mal_id: id, type: "Completed" })),
    );
    const { days, total } = await shown();
    expect(total).toBe(1);
    expect(days[0]?.items).toMatchObject([{ title: null, summary: "3 titles imported" }]);
    await undo(days[0]?.items[0]?.id ?? "");
    expect(await stored()).toEqual([]);
  });

  it("omits changes of mature titles under parental control", async () => {
    const id = await addAnimeId(db, { title: "Hidden", rating: "Rx - Hentai" });
    await user.send("POST", "/api/user/watchList", { animeId: id, type: "To Watch" });
    expect(await shown()).toMatchObject({ days: [], total: 0 });
  });
});

describe("My list", () => {
  const idsOf = async (path: string) => (await shownEntries(path)).map(({ card }) => card.id);
  const track = (animeId: number, fields: Record<string, unknown>) =>
    user.send("PATCH", "/api/user/watchlist/entry", { animeId, ...fields });

  it("has a tab per state with its count, rewatching among Watching", async () => {
    for (const state of ["watching", "rewatching", "planned", "paused", "dropped", null])
      await track(await addAnimeId(db, { status: "Finished Airing" }), { state });
    const { tabs } = (await callPage(listPage, "/list")).data as {
      tabs: { tab: string; count: number }[];
    };
    expect(tabs).toEqual([
      { tab: "all", count: 6 },
      { tab: "watching", count: 2 },
      { tab: "planned", count: 1 },
      { tab: "completed", count: 0 },
      { tab: "paused", count: 1 },
      { tab: "dropped", count: 1 },
      { tab: "collection", count: 1 },
    ]);
    for (const { tab, count } of tabs)
      expect(await idsOf(`/list?state=${tab}`), tab).toHaveLength(count);
    expect(await idsOf("/list?type=To+Watch")).toEqual(await idsOf("/list?state=planned"));
  });

  it("sorts by every order, ties by the latest change", async () => {
    const first = await addAnimeId(db, { title: "Akira", year: 1988, score: 8, episodes: 1 });
    const second = await addAnimeId(db, {
      title: "Baccano",
      year: 2007,
      score: null,
      episodes: 10,
    });
    const third = await addAnimeId(db, { title: "éclair", year: null, score: 9, episodes: 4 });
    await addEpisodes(db, second, 1, 1, { videoSource: "https://v.test/1" });
    await track(first, { state: "watching", score: 50 });
    await track(second, { state: "watching", priority: 2, episodesSeen: 5 });
    await track(third, { state: "watching", score: 90, episodesSeen: 1 });
    const expected = {
      change: [third, second, first],
      added: [third, second, first],
      title: [first, second, third],
      own_score: [third, first, second],
      score: [third, first, second],
      year: [second, first, third],
      priority: [second, third, first],
      progress: [second, third, first],
      playable: [second, third, first],
    };
    for (const [order, ids] of Object.entries(expected))
      expect(await idsOf(`/list?sort=${order}`), order).toEqual(ids);
  });

  it("finds titles by any name, within the tab", async () => {
    const id = await addAnimeId(db, { title: "Shingeki", title_english: "Attack on Titan" });
    const planned = await addAnimeId(db, { title: "Titania" });
    await track(id, { state: "watching" });
    await track(planned, { state: "planned" });
    await indexForSearch(db);
    expect(await idsOf("/list?q=TITAN")).toEqual([id]);
    expect(await idsOf("/list?q=titan&state=all")).toEqual([planned, id]);
    expect(await idsOf("/list?q=nothing")).toEqual([]);
  });

  const NAMES = [
    {
      title: "Sōsō no Furīren",
      title_english: "Frieren: Beyond Journey’s End",
      title_japanese: "葬送のフリーレン",
      title_synonyms: ["ＦＲＩＥＲＥＮ＿Ｗｉｄｅ", "Frieren, the Slayer"],
    },
    { title: "Re:Zero - Starting_Life", title_japanese: "Re:ゼロから始める異世界生活" },
    { title: "Pokémon", title_japanese: "ポケットモンスター", title_synonyms: ["ﾎﾟｹﾓﾝ"] },
    { title: "K-On!", title_japanese: "けいおん！", title_synonyms: ["Straße, Ⅻ"] },
    { title: "İstanbul Masalı", title_synonyms: ["ΟΔΟΣ"] },
  ];
  const SEARCHES = [
    ...[
      "furīren",
      "FURĪREN",
      "furiren",
      "葬送",
      "フリーレン",
      "ふりーれん",
      "frieren wide",
      "journey’s",
    ],
    ...[
      "journey's",
      "the slayer",
      "end frieren",
      "re:zero starting life",
      "rezero",
      "STARTING-life",
    ],
    ...[
      "ゼロから",
      "ﾎﾟｹ",
      "ポケ",
      "pokémon",
      "POKÉMON",
      "pokemon",
      "K On!",
      "k_on",
      "けいおん!",
      "xii",
    ],
    ...["strasse", "straße", "istanbul", "İstanbul", "ıstanbul", "οδος", "οδοσ", "wide sōsō"],
    ...["journeys", "k on", "フリレン", "tv", "2nd"],
  ];
  /** What the folded names of the search index find, by the number of the title. */
  const FOLDED: Record<string, number> = {
    ...{ furiren: 0, ふりーれん: 0, フリレン: 0, "journey's": 0, journeys: 0 },
    ...{ pokemon: 2, strasse: 3, istanbul: 4, ıstanbul: 4 },
  };

  it("finds names in every script and spelling", async () => {
    const titles = [];
    for (const names of NAMES) {
      const id = await addAnimeId(db, names);
      await track(id, { state: "watching" });
      const { title, title_english = "", title_japanese = "", title_synonyms = [] } = names;
      titles.push({ id, names: [title, title_english, title_japanese, ...title_synonyms] });
    }
    await indexForSearch(db);
    const found = (search: string) => idsOf(`/list?${new URLSearchParams({ q: search })}`);
    for (const search of SEARCHES)
      expect([search, await found(search)]).toEqual([
        search,
        titles
          .filter(
            ({ names }, index) =>
              FOLDED[search] === index ||
              names.some((name) => normaliseName(name).includes(normaliseName(search))),
          )
          .map(({ id }) => id)
          .reverse(),
      ]);
    expect(await found("-")).toEqual([titles[3]?.id, titles[1]?.id]);
    expect(await found("!")).toEqual([titles[3]?.id]);
  });

  it("reads the names of a list once, until it changes", async () => {
    const id = await addAnimeId(db, { title: "Aria", title_synonyms: ["Wandering"] });
    await track(id, { state: "watching" });
    await indexForSearch(db);
    expect(await idsOf("/list?q=wandering")).toEqual([id]);
    await db.delete(animeTitleKeys).where(eq(animeTitleKeys.malId, id));
    await db.delete(animeTitleWords).where(eq(animeTitleWords.malId, id));
    expect(await idsOf("/list?q=wander")).toEqual([id]);
    expect(await idsOf("/list?q=wandering&state=all")).toEqual([id]);
    await track(id, { score: 70 });
    expect(await idsOf("/list?q=ring")).toEqual([]);
  });

  it("finds a title by its nickname", async () => {
    const id = await addAnimeId(db, { mal_id: 16498, title: "Shingeki no Kyojin" });
    await track(id, { state: "watching" });
    await indexForSearch(db);
    expect(await idsOf("/list?q=snk")).toEqual([id]);
    expect(await idsOf("/list?q=aot")).toEqual([id]);
  });

  it("has forty titles per page, and the last page for one past the end", async () => {
    const ids = [];
    for (let index = 0; index < 41; index += 1) ids.push(await addAnimeId(db));
    await user.send("POST", "/api/user/watchlist/bulk", {
      animeIds: ids,
      set: { state: "paused" },
    });
    expect(await idsOf("/list?state=paused")).toHaveLength(40);
    expect(await idsOf("/list?state=paused&page=2")).toHaveLength(1);
    expect(await idsOf("/list?state=paused&page=9")).toHaveLength(1);
  });

  it("counts an episode up, to completion, and takes it back with Undo", async () => {
    const id = await addAnimeId(db, { title: "Pair", episodes: 2, status: "Finished Airing" });
    await track(id, { state: "planned" });
    const countUp = () =>
      callPage(listAction, "/list", form({ intent: "seen", animeId: String(id), by: "1" }));
    await countUp();
    expect(await shownEntries("/list")).toMatchObject([
      { fields: { state: "watching" }, progress: { episodesSeen: 1 } },
    ]);
    await countUp();
    const { flashMessage } = (await callPage(listPage, "/list")).data as {
      flashMessage: { message: string; undo: Record<string, string> };
    };
    expect(flashMessage.message).toBe("You’ve completed Pair.");
    await callPage(listAction, "/list", form(flashMessage.undo));
    expect(await shownEntries("/list")).toMatchObject([
      { fields: { state: "watching" }, progress: { episodesSeen: 1 } },
    ]);
  });

  it.each([
    ["10", "8", 80],
    ["10", "8.5", 85],
    ["100", "73", 73],
    ["10.0", "7,5", 75],
    ["5", "4", 80],
    ["3", "3", 85],
    ["100", "", null],
  ])("rates on the scale %s: %j is stored as %j", async (scoreScale, score, stored) => {
    await user.send("POST", "/api/saveUserPreferences", { scoreScale });
    const id = await addAnimeId(db);
    await track(id, { state: "watching" });
    await callPage(listAction, "/list", form({ intent: "rate", animeId: String(id), score }));
    expect(await shownEntries("/list")).toMatchObject([{ fields: { score: stored } }]);
  });

  it.each([
    ["100", ["0", "100"], ["100.1", "101", "999"]],
    ["10.0", ["0", "0.1", "10"], ["10.1"]],
    ["10", ["1", "10"], ["0", "0.9", "10.1"]],
    ["5", ["1", "5"], ["0", "5.1", "6"]],
    ["3", ["1", "2", "3"], ["0", "2.5", "4"]],
  ])("accepts the values of the scale %s only", async (scoreScale, valid, wrong) => {
    await user.send("POST", "/api/saveUserPreferences", { scoreScale });
    const id = await addAnimeId(db);
    await track(id, { state: "watching" });
    const rate = async (score: string) =>
      (await callPage(listAction, "/list", form({ intent: "rate", animeId: String(id), score })))
        .status;
    for (const score of valid) expect(await rate(score)).toBe(303);
    const before = await shownEntries("/list");
    for (const score of wrong) expect(await rate(score)).toBe(400);
    expect(await shownEntries("/list")).toEqual(before);
  });

  it.each([
    ["10", "9", 87],
    ["10", "8", 80],
    ["5", "4", 87],
    ["3", "3", 87],
    ["10.0", "8.7", 87],
    ["10", "", null],
  ])(
    "on the scale %s, saving %j stores %j for a score of 87",
    async (scoreScale, score, stored) => {
      await user.send("POST", "/api/saveUserPreferences", { scoreScale });
      const id = await addAnimeId(db);
      await track(id, { state: "watching", score: 87 });
      const was = String(toScale(87, parseScoreScale(scoreScale)));
      const rating = form({ intent: "rate", animeId: String(id), score, was });
      expect((await callPage(listAction, "/list", rating)).status).toBe(303);
      expect(await shownEntries("/list")).toMatchObject([{ fields: { score: stored } }]);
    },
  );

  it("offers to rate a title that its state completes, once", async () => {
    const id = await addAnimeId(db, { title: "Rated", episodes: 2 });
    await track(id, { state: "watching" });
    const offered = async (fields: Record<string, string>) => {
      await callPage(listAction, "/list", form({ animeId: String(id), ...fields }));
      return ((await callPage(listPage, "/list")).data.flashMessage as { rate?: string }).rate;
    };
    expect(await offered({ intent: "state", state: "completed" })).toBe(
      `/anime/${id}/rated?edit=1#entry`,
    );
    expect(await offered({ intent: "state", state: "completed" })).toBeUndefined();
    await track(id, { state: "watching", score: null });
    expect(await offered({ type: "Completed" })).toBeUndefined();
    expect(await offered({ intent: "unmark", episode: "2" })).toBeUndefined();
    expect(await offered({ intent: "mark", episode: "2" })).toBeUndefined();
  });

  it("offers no rating of a title that has a score", async () => {
    const id = await addAnimeId(db, { episodes: 2 });
    await track(id, { state: "watching", score: 80 });
    await callPage(listAction, "/list", form({ animeId: String(id), type: "Completed" }));
    const { flashMessage } = (await callPage(listPage, "/list")).data as {
      flashMessage: { rate?: string };
    };
    expect(flashMessage.rate).toBeUndefined();
  });

  it.each([
    [{ intent: "rate", score: "101" }],
    [{ intent: "rate", score: "good" }],
    [{ intent: "rate", score: "0" }],
    [{ intent: "rate", score: "10.1" }],
    [{ intent: "state", state: "begun" }],
    [{ intent: "seen", by: "2" }],
    [{ intent: "bulk", state: "dropped" }],
  ])("rejects %j and changes nothing", async (fields) => {
    const id = await addAnimeId(db);
    await track(id, { state: "watching" });
    const response = await callPage(listAction, "/list", form({ animeId: String(id), ...fields }));
    expect(response.status).toBe(400);
    expect(await shownEntries("/list")).toMatchObject([
      { fields: { state: "watching", score: null }, progress: { episodesSeen: 0 } },
    ]);
  });

  it("changes and removes selected titles together, with one Undo", async () => {
    const ids = [await addAnimeId(db), await addAnimeId(db)];
    for (const id of ids) await track(id, { state: "watching" });
    const bulk = (state: string) => {
      const fields = new URLSearchParams({ intent: "bulk", state });
      for (const id of ids) fields.append("animeIds", String(id));
      return callPage(listAction, "/list", { method: "POST", body: fields });
    };
    expect(await bulk("dropped")).toMatchObject({ status: 303 });
    expect(await idsOf("/list?state=dropped")).toHaveLength(2);
    await bulk("remove");
    const { flashMessage } = (await callPage(listPage, "/list")).data as {
      flashMessage: { message: string; undo: Record<string, string> };
    };
    expect([flashMessage.message, await idsOf("/list?state=all")]).toEqual([
      "2 titles changed.",
      [],
    ]);
    await callPage(listAction, "/list", form(flashMessage.undo));
    expect(await idsOf("/list?state=dropped")).toHaveLength(2);
  });

  it("changes all titles that the URL lists, on every page, with one Undo", async () => {
    const listed = [];
    for (let index = 0; index < 42; index += 1) listed.push(await addAnimeId(db));
    const other = await addAnimeId(db, { title: "Kino" });
    await user.send("POST", "/api/user/watchlist/bulk", {
      animeIds: [...listed, other],
      set: { state: "planned", tags: ["later"] },
    });
    await track(other, { tags: ["soon"] });
    const mature = await addAnimeId(db, { rating: "Rx - Hentai" });
    await track(mature, { state: "planned", tags: ["later"] });
    const all = (path: string, state: string) =>
      callPage(listAction, path, form({ intent: "bulk", all: "all", state }));

    await all("/list?state=planned&tag=later&page=2", "paused");
    const { flashMessage } = (await callPage(listPage, "/list?state=planned&tag=later&page=2"))
      .data as { flashMessage: { message: string; undo: Record<string, string> } };
    expect(flashMessage.message).toBe("42 titles changed.");
    expect(await idsOf("/list?state=planned")).toEqual([other]);
    await callPage(listAction, "/list", form(flashMessage.undo));
    expect(await idsOf("/list?state=paused")).toEqual([]);
    await all("/list?state=planned&q=kino", "remove");
    expect(await idsOf("/list?state=all&q=kino")).toEqual([]);
    const hidden = await database.sql`
      SELECT state FROM watch_list_entries WHERE anime_mal_id = ${mature}`;
    expect(hidden).toMatchObject([{ state: "planned" }]);
  });

  it("names no title for all where a page has no list of its own", async () => {
    const { status } = await callPage(
      titleAction,
      "/anime/1",
      form({ intent: "bulk", all: "all", state: "dropped" }),
    );
    expect(status).toBe(400);
  });

  it("filters by own tags, text and the filters of Browse, and names each", async () => {
    const fields = { status: "Finished Airing", type: "TV" };
    const one = await addAnimeId(db, {
      ...fields,
      title: "Kino",
      genres: ["Action", "Drama"],
      studios: ["Bones"],
      year: 2005,
      score: 8.5,
    });
    const two = await addAnimeId(db, {
      ...fields,
      title: "Mushi",
      genres: ["Action"],
      studios: ["Artland"],
      year: 2010,
      score: 6,
    });
    await track(one, { state: "watching", tags: ["cosy", "a, b"] });
    await track(two, { state: "watching", tags: ["cosy"] });
    const both = [two, one];
    await indexForSearch(db);
    const expected: [string, number[]][] = [
      ["tag=cosy", both],
      ["tag=a%2C+b", [one]],
      ["tag=nothing", []],
      ["genre_filter=action", both],
      ["genre_filter=drama", [one]],
      ["genre_exclude=drama", [two]],
      ["studio_filter=artland", [two]],
      ["type_filter=movie", []],
      ["status_filter=finished-airing", both],
      ["year_filter=2005", [one]],
      ["year_min=2006", [two]],
      ["score_filter=7", [one]],
      ["score_max=7", [two]],
      ["genre_filter=action&tag=cosy&q=mushi", [two]],
    ];
    for (const [query, ids] of expected) expect(await idsOf(`/list?${query}`), query).toEqual(ids);

    const { data } = await callPage(listPage, "/list?genre_filter=drama&tag=cosy&q=mushi");
    expect(data).toMatchObject({
      entries: [],
      filters: [{ label: "“mushi”" }, { label: "Tag: cosy" }, { label: "Drama" }],
      relaxations: [
        { label: "“mushi”", count: 1 },
        { label: "Drama", count: 1 },
      ],
    });
  });

  it("filters by the own score, and names it on the user's scale", async () => {
    const scores = [74, 75, 84, 85];
    for (const score of [...scores, null])
      await track(await addAnimeId(db), { score, state: "paused" });
    const read = async (query: string) =>
      (await callPage(listPage, `/list?state=paused&${query}`)).data as {
        entries: ShownEntry[];
        filters: { label: string }[];
        relaxations: { count: number }[];
      };
    const shown = await read("own_score=75-84&sort=own_score");
    expect(shown.entries.map(({ fields }) => fields.score)).toEqual([84, 75]);
    expect(shown.filters).toMatchObject([{ label: "Your score: 8" }]);
    expect((await read("own_score=0-73")).relaxations).toMatchObject([{ count: 5 }]);
    expect((await read("own_score=75-101")).entries).toHaveLength(5);
    await user.send("POST", "/api/saveUserPreferences", { scoreScale: "100" });
    expect((await read("own_score=75-84")).filters).toMatchObject([
      { label: "Your score: 75 – 84" },
    ]);
  });

  it("is shown as the user chose last, unless the URL says otherwise", async () => {
    await track(await addAnimeId(db), { state: "watching" });
    const layout = async (query = "") =>
      ((await callPage(listPage, `/list${query}`)).data as { layout: string }).layout;
    expect(await layout()).toBe("rows");
    const choose = (fields: Record<string, string>) =>
      callPage(saveLayout, "/list/layout", form(fields));
    expect(await choose({ listLayout: "table", returnTo: "/list?state=paused" })).toMatchObject({
      status: 303,
      location: "/list?state=paused",
    });
    expect([await layout(), await layout("?view=grid")]).toEqual(["table", "grid"]);
    expect(await choose({ listLayout: "grid", returnTo: "https://example.com/" })).toMatchObject({
      location: "/list",
    });
    expect((await choose({ listLayout: "tiles" })).status).toBe(400);
    expect(await layout()).toBe("grid");
  });

  it("has one card per franchise if the user chose so last", async () => {
    await track(await addAnimeId(db), { state: "watching" });
    const read = async (query = "") =>
      (await callPage(listPage, `/list${query}`)).data as {
        collapsed: boolean;
        filters: { label: string }[];
      };
    const choose = (fields: Record<string, string>) =>
      callPage(saveLayout, "/list/layout", form(fields));
    expect(await read()).toMatchObject({ collapsed: false, filters: [] });
    expect(await read("?franchises=collapse")).toMatchObject({
      collapsed: true,
      filters: [{ label: "One per franchise" }],
    });
    expect(await choose({ listCollapsed: "true", returnTo: "/list?state=paused" })).toMatchObject({
      status: 303,
      location: "/list?state=paused",
    });
    // It is no filter that could be removed.
    expect(await read()).toMatchObject({ collapsed: true, filters: [] });
    await choose({ listLayout: "table" });
    expect(await read()).toMatchObject({ collapsed: true, layout: "table" });
    for (const fields of [{ listCollapsed: "maybe" }, {}] as Record<string, string>[])
      expect((await choose(fields)).status).toBe(400);
    await choose({ listCollapsed: "false" });
    expect(await read()).toMatchObject({ collapsed: false, layout: "table" });
  });

  it("counts what a tab can be filtered by once the filters are open", async () => {
    const one = await addAnimeId(db, { genres: ["Action", "Drama"], studios: ["Bones"] });
    const two = await addAnimeId(db, { genres: ["Action"], studios: [] });
    await track(one, { state: "watching", tags: ["cosy"] });
    await track(two, { state: "watching" });
    await track(await addAnimeId(db, { genres: ["Horror"] }), { state: "planned", tags: ["b"] });
    expect((await callPage(listPage, "/list")).data).toMatchObject({ facets: null });
    expect((await callPage(listPage, "/list?filters=open&q=x")).data).toMatchObject({
      facets: {
        tags: [{ name: "cosy", count: 1 }],
        genres: [
          { name: "Action", count: 2 },
          { name: "Drama", count: 1 },
        ],
        studios: [{ name: "Bones", count: 1 }],
      },
    });
  });

  it("goes by the status that entries show, where the catalog is behind its dates", async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const dates = { broadcast_day: null, episodes: 12 };
    const announced = { ...dates, status: "Not yet aired", aired_from: day(-7), aired_to: null };
    const ended = { ...dates, status: "Currently Airing", aired_from: day(-99), aired_to: day(-9) };
    const [begun, over] = [await addAnimeId(db, announced), await addAnimeId(db, ended)];
    for (const id of [begun, over]) await track(id, { state: "watching" });
    const read = async (status: string) => {
      const query = new URLSearchParams({ filters: "open", status_filter: status });
      const { data } = await callPage(listPage, `/list?${query}`);
      return data as { entries: { card: { id: number } }[]; facets: { statuses: object[] } };
    };
    for (const [status, ids] of [
      ["Currently Airing", [begun]],
      ["Finished Airing", [over]],
      ["Not yet aired", []],
    ] as const)
      expect((await read(status)).entries.map(({ card }) => card.id)).toEqual(ids);
    expect((await read("Currently Airing")).facets.statuses).toEqual([
      { name: "Currently Airing", count: 1 },
      { name: "Finished Airing", count: 1 },
    ]);
  });

  it.each([
    ["score_filter=11", "score_filter"],
    ["year_min=soon", "year_min"],
    ["type_filter=film", "type_filter"],
  ])("rejects ?%s, naming the parameter", async (query, path) => {
    const response = await callPage(listPage, `/list?${query}`);
    expect(response).toMatchObject({ status: 400, data: { issues: [{ path }] } });
  });

  it("sorts by the next episode, those without one last", async () => {
    const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const broadcast = (instant: Date) => ({
      status: "Currently Airing",
      broadcast_day: instant.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" }),
      broadcast_time: instant.toISOString().slice(11, 16),
      broadcast_timezone: "UTC",
    });
    const finished = await addAnimeId(db, { status: "Finished Airing" });
    const inTwoDays = await addAnimeId(db, broadcast(soon(48)));
    const inMonths = await addAnimeId(db, {
      status: "Not yet aired",
      aired_from: soon(2_000).toISOString(),
    });
    const inThreeHours = await addAnimeId(db, broadcast(soon(3)));
    for (const id of [inThreeHours, finished, inMonths, inTwoDays])
      await track(id, { state: "planned" });
    expect(await idsOf("/list?state=planned&sort=airing")).toEqual([
      inThreeHours,
      inTwoDays,
      inMonths,
      finished,
    ]);
  });

  it("saves notes and tags in place", async () => {
    const id = await addAnimeId(db, { title: "Kino" });
    await track(id, { state: "watching" });
    const save = (fields: Record<string, string>) =>
      callPage(listAction, "/list", form({ intent: "edit", animeId: String(id), ...fields }));
    await save({ notes: " hm ", tags: "cosy, slow,cosy" });
    expect(await shownEntries("/list")).toMatchObject([
      { fields: { notes: "hm", tags: ["cosy", "slow"] } },
    ]);
    expect((await save({ notes: "x".repeat(10_001), tags: "" })).status).toBe(400);
    await save({ notes: "", tags: "" });
    expect(await shownEntries("/list")).toMatchObject([{ fields: { notes: null, tags: [] } }]);
  });

  it("changes tags and scores of selected titles together, with one Undo", async () => {
    const ids = [await addAnimeId(db), await addAnimeId(db)].reverse();
    await track(ids[1] ?? 0, { state: "watching", tags: ["old", "mine"], score: 40 });
    await track(ids[0] ?? 0, { state: "watching", tags: ["cosy"] });
    const bulk = (fields: Record<string, string>) => {
      const body = new URLSearchParams({ intent: "bulk", ...fields });
      for (const id of ids) body.append("animeIds", String(id));
      return callPage(listAction, "/list", { method: "POST", body });
    };
    const shown = async () =>
      (await shownEntries("/list?sort=added")).map(({ fields }) => [fields.tags, fields.score]);
    const before = await shown();
    expect((await bulk({ state: "", score: "", addTags: "", removeTags: " " })).status).toBe(400);
    expect((await bulk({ score: "101" })).status).toBe(400);
    const hundred = Array.from({ length: 100 }, (_, index) => `t${index}`).join();
    expect((await bulk({ addTags: hundred })).status).toBe(400);
    expect(await shown()).toEqual(before);
    await bulk({ state: "", score: "9", addTags: "cosy, new", removeTags: "old" });
    const { flashMessage } = (await callPage(listPage, "/list")).data as {
      flashMessage: { message: string; undo: Record<string, string> };
    };
    expect(flashMessage.message).toBe("2 titles changed.");
    for (const [tags, score] of await shown()) {
      expect(tags).toEqual(expect.arrayContaining(["cosy", "new"]));
      expect(tags).not.toContain("old");
      expect(score).toBe(90);
    }
    await callPage(listAction, "/list", form(flashMessage.undo));
    expect((await shown()).map(([, score]) => score)).toEqual(before.map(([, score]) => score));
    await bulk({ score: "none" });
    expect((await shown()).map(([, score]) => score)).toEqual([null, null]);
  });

  it("picks a planned title, but no sequel of an unseen one and nothing unaired", async () => {
    const [prequel, sequel] = [await addAnimeId(db), await addAnimeId(db, { title: "Sequel" })];
    const unaired = await addAnimeId(db, { status: "Not yet aired" });
    await db.insert(animeRelations).values({
      malId: sequel,
      relatedMalId: prequel,
      relation: "PREQUEL",
    });
    await track(sequel, { state: "planned" });
    await track(unaired, { state: "planned" });
    expect(await callPage(pickTitle, "/list/pick")).toMatchObject({
      status: 302,
      location: "/list?state=planned",
    });
    await track(prequel, { state: "completed" });
    expect(await callPage(pickTitle, "/list/pick")).toMatchObject({
      status: 302,
      location: `/anime/${sequel}/sequel?random=planned`,
    });
  });
});
