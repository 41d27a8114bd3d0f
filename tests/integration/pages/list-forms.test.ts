import { RouterContextProvider } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { scopeContext, type RequestScope } from "~/http/context";
import { DEFAULT_VISITOR_SETTINGS, visitorContext } from "~/http/pages/settings/visitor-settings";
import { action as historyAction, loader as historyPage } from "~/routes/library/history";
import { action as importAction, loader as importPage } from "~/routes/library/import";
import { action as listAction, loader as listPage } from "~/routes/library/list";
import { addEpisodes } from "../../factories/anime";
import { anime } from "../../factories/anime-id";
import { signedInClient, type SignedIn } from "../../support/server/signed-in";
import { testScope } from "../../support/server/scope";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
let shared: RequestScope;
let person: SignedIn;

beforeEach(async () => {
  shared = testScope({}, database);
  person = await signedInClient(database);
});

type Handler = (args: never) => unknown;

interface Outcome {
  status: number;
  location: string | null;
  data: {
    change?: { message: string; undo: Record<string, string> | null } | null;
    refused?: string | null;
    note?: unknown;
    outcome?: unknown;
  };
}

/** What a page's handler makes of a request of this person: where it leads, or what it shows. */
async function ask(
  handler: Handler,
  path: string,
  init: RequestInit = {},
  { byScript = false } = {},
): Promise<Outcome> {
  const context = new RouterContextProvider();
  context.set(scopeContext, { ...shared, byScript, headers: {} });
  context.set(visitorContext, DEFAULT_VISITOR_SETTINGS);
  const request = new Request(`http://akari.test${path}`, {
    ...init,
    headers: { cookie: person.cookie },
  });
  const answer = await Promise.resolve()
    .then(() => handler({ request, params: {}, context } as never))
    .catch((thrown: unknown) => thrown);
  if (answer instanceof Response)
    return { status: answer.status, location: answer.headers.get("location"), data: {} };
  if (answer instanceof Error) throw answer;
  if (typeof answer === "object" && answer !== null && "init" in answer && "data" in answer) {
    return {
      status: (answer.init as ResponseInit | null)?.status ?? 200,
      location: null,
      data: answer.data as Outcome["data"],
    };
  }
  return { status: 200, location: null, data: answer as Outcome["data"] };
}

const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});
const stored = async () =>
  (
    (await person.send("GET", "/api/user/watchList")).body as {
      data: { mal_id: number; type: string }[];
    }
  ).data.map(({ mal_id, type }) => [mal_id, type]);

it("tells how many episodes a person has seen, here or where the list came from, and the score they brought along", async () => {
  const [here, there, nowhere] = [
    await anime(db, { title: "Seen here", episodes: 12 }),
    await anime(db, { title: "Seen there", episodes: 26 }),
    await anime(db, { title: "Seen nowhere", episodes: 3 }),
  ];
  for (const id of [here, there, nowhere])
    await person.send("POST", "/api/user/watchList", { animeId: id, type: "Watching" });
  await addEpisodes(db, here, 1, 3);
  await person.send("POST", "/api/user/progress", {
    entries: [1, 2, 3].map((episode) => ({
      animeId: here,
      episode,
      position: episode === 3 ? 5 : 100,
      duration: 100,
    })),
  });
  await person.send("POST", "/api/user/watchList/import?policy=replace", [
    { mal_id: there, type: "Watching", watched_episodes: 7, own_score: 9 },
  ]);
  const { entries } = (await ask(listPage, "/list")).data as {
    entries: { card: { id: number }; seen: number | null; ownScore: number | null }[];
  };
  const seen = Object.fromEntries(
    entries.map(({ card, seen: count, ownScore }) => [card.id, [count, ownScore]]),
  );
  expect(seen).toEqual({ [here]: [2, null], [there]: [7, 9], [nowhere]: [null, null] });
});

describe("a form of My list without scripts", () => {
  it("leads back to where it was sent from, which says once what happened and how to take it back", async () => {
    const id = await anime(db, { title: "Mushishi" });
    const sent = await ask(
      listAction,
      "/list?type=to_watch&sort=title",
      form({ animeId: String(id), type: "Watching" }),
    );
    expect(sent).toMatchObject({ status: 303, location: "/list?type=to_watch&sort=title" });
    const page = await ask(listPage, "/list?type=to_watch&sort=title");
    expect(page.data.note).toEqual({
      message: "Mushishi is in Watching now.",
      undo: { intent: "remove", animeId: String(id) },
    });
    expect((await ask(listPage, "/list")).data.note).toBeNull();
  });

  it("takes a removal back with everything that the entry held", async () => {
    const id = await anime(db, { title: "Monster" });
    await person.send("POST", "/api/user/watchList/import?policy=replace", [
      { mal_id: id, type: "Completed", own_score: 9, notes: "n".repeat(9_000) },
    ]);
    await ask(listAction, "/list", form({ animeId: String(id), intent: "remove" }));
    expect(await stored()).toEqual([]);
    const { undo } = (await ask(listPage, "/list")).data.note as { undo: Record<string, string> };
    expect(await ask(listAction, "/list", form(undo))).toMatchObject({ status: 303 });
    const [entry] = (
      (await person.send("GET", "/api/user/watchList/export")).body as {
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

  it("says nothing on the page of somebody else, of another session, or at another address", async () => {
    const id = await anime(db);
    await ask(listAction, "/list", form({ animeId: String(id), type: "Watching" }));
    expect((await ask(historyPage, "/history")).data.note).toBeNull();
    const { cookie } = person;
    person = await signedInClient(database);
    expect((await ask(listPage, "/list")).data.note).toBeNull();
    person.cookie = cookie;
    expect((await ask(listPage, "/list")).data.note).not.toBeNull();
  });

  it.each([
    ["an anime that the catalog does not have", { animeId: "2000000000", type: "Watching" }, 404],
    ["a type that is none", { animeId: "1", type: "Foo" }, 400],
    ["an Undo that holds nothing", { intent: "restore", entry: "{}" }, 400],
  ])("shows the page again for %s, with the reason", async (_, fields, status) => {
    const answer = await ask(listAction, "/list", form(fields));
    expect(answer).toMatchObject({
      status,
      data: { change: null, refused: expect.any(String) as string },
    });
    expect(await stored()).toEqual([]);
  });
});

it("a form of My list is answered in place to the page's script", async () => {
  const id = await anime(db, { title: "Planetes" });
  const answer = await ask(listAction, "/list", form({ animeId: String(id), type: "To Watch" }), {
    byScript: true,
  });
  expect(answer).toMatchObject({
    status: 200,
    location: null,
    data: { change: { message: "Planetes is in To Watch now." }, refused: null },
  });
  expect((await ask(listPage, "/list")).data.note).toBeNull();
});

it("the history's forms lead back too, and a removal can be taken back", async () => {
  await person.send("POST", "/api/user/searchHistory", { query: "trigun" });
  const [entry] = (
    (await person.send("GET", "/api/user/searchHistory")).body as { data: { id: string }[] }
  ).data;
  expect(
    await ask(historyAction, "/history", form({ intent: "remove", id: entry?.id ?? "" })),
  ).toMatchObject({ status: 303, location: "/history" });
  const note = (await ask(historyPage, "/history")).data.note as {
    message: string;
    undo: Record<string, string>;
  };
  expect(note.message).toBe("“trigun” is out of your history.");
  await ask(historyAction, "/history", form(note.undo));
  expect((await person.send("GET", "/api/user/searchHistory")).body).toMatchObject({
    data: [{ query: "trigun" }],
  });
  expect(
    await ask(historyAction, "/history", form({ intent: "track", track: "off" })),
  ).toMatchObject({ status: 303 });
  expect((await ask(historyPage, "/history")).data).toMatchObject({
    tracked: false,
    note: { message: "Your searches are not recorded any more.", undo: null },
  });
});

describe("the import's page", () => {
  const upload = (list: unknown) => {
    const body = new FormData();
    body.set("policy", "keep");
    body.set("file", new File([JSON.stringify(list)], "list.json"));
    return { method: "POST", body };
  };

  it("previews, takes in, leads on to the report, and offers it for download", async () => {
    const id = await anime(db, { title: "Haibane Renmei" });
    const preview = await ask(
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
    expect((await person.send("GET", "/api/user/watchList/import")).status).toBe(404);
    expect(
      await ask(
        importAction,
        "/list/import",
        form({ policy: outcome.policy, packed: outcome.packed }),
      ),
    ).toMatchObject({ status: 303, location: "/list/import?done=1" });
    expect(await stored()).toEqual([[id, "Completed"]]);
    const page = await ask(importPage, "/list/import?done=1");
    expect(page.data.outcome).toMatchObject({
      done: true,
      groups: [
        { name: "added", count: 1, titles: [{ text: "Haibane Renmei" }] },
        { count: 0 },
        { count: 0 },
        { name: "notFound", count: 1 },
      ],
    });
    const json = await person.send("GET", "/api/user/watchList/import");
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
    const csv = await person.send("GET", "/api/user/watchList/import?format=csv");
    expect(csv.body as string).toContain(`added,${id},Haibane Renmei,Completed,,`);
    expect(csv.body as string).toContain(
      "not found,2000000001,'=Nowhere,,,The catalog does not have this title.",
    );
  });

  it("says in words what is no list, with the status of the refusal", async () => {
    const answer = await ask(importAction, "/list/import", upload("nothing of the kind"));
    expect(answer.status).toBe(400);
    expect((answer.data as { refused: string }).refused).toContain(
      "This is no list that can be read",
    );
  });
});
