import { and, eq, isNotNull } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveSitePreferences } from "~/features/profile/preferences.server";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import {
  areSuggestionsDue,
  computeDueSuggestions,
  computeSuggestions,
} from "~/features/suggestions/compute-suggestions.server";
import {
  createTasteCatalogCache,
  loadTasteCatalog,
} from "~/features/suggestions/load-taste-catalog.server";
import { listSuggestions } from "~/features/suggestions/list-suggestions.server";
import { readRecords } from "~/jobs/job-records.server";
import { action, loader } from "~/routes/catalog/discover";
import { loader as home } from "~/routes/catalog/home";
import { suggestionFeedback, suggestions, suggestionStates } from "~db/schema";
import { addAnimes, addRelation } from "../../factories/anime";
import { addCredits, staffRow } from "../../factories/credits";
import { railOf } from "../../support/home-rails";
import { testDatabase } from "../../support/database/test-database";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";
import { createJobParts } from "../../support/jobs/job-parts";

const database = await testDatabase();
const { db, sql } = database;
const callPage = createPageCaller(database);
const { signal } = new AbortController();

const MYSTERY = { genres: ["Mystery", "Drama"], themes: ["Detective"] };
const ECCHI = { genres: ["Drama", "Ecchi"], themes: ["Harem"] };
const ADULT = { ...MYSTERY, rating: "Rx - Hentai" };

beforeAll(async () => {
  await addAnimes(
    db,
    { mal_id: 1, title: "Lantern Road", ...MYSTERY, popularity: 1 },
    { mal_id: 2, title: "Beach Days", ...ECCHI, popularity: 2 },
    {
      mal_id: 3,
      title: "Glass Door",
      ...MYSTERY,
      popularity: 3,
      synopsis: "A door of glass.",
    },
    { mal_id: 4, title: "Glass Door II", ...MYSTERY, popularity: 4 },
    {
      mal_id: 5,
      title: "Night Film",
      ...MYSTERY,
      type: "Movie",
      episodes: 1,
      duration: "1 hr 30 min",
    },
    { mal_id: 6, title: "Adults Only", ...ADULT, popularity: 5 },
    { mal_id: 7, title: "Announced", ...MYSTERY, status: "Not yet aired", popularity: 6 },
    { mal_id: 8, title: "Paper Moon", ...MYSTERY, title_english: "The Paper Moon", popularity: 8 },
    { mal_id: 9, title: "Adult Secret", ...ADULT, popularity: 9 },
    { mal_id: 10, title: "Adult Heart", ...ADULT, popularity: 9 },
    ...Array.from({ length: 40 }, (_, index) => ({
      mal_id: 100 + index,
      genres: [["Action", "Sports", "Comedy", "Fantasy"][index % 4] ?? ""],
      popularity: 100 + index,
    })),
  );
  await addRelation(db, 3, "SEQUEL", 4);
  await addRelation(db, 4, "PREQUEL", 3);
  await rebuildFranchises(db);
});

let user: SignedInClient;
beforeEach(async () => {
  // A run that another test has planned would be what the page waits for.
  await sql`DELETE FROM job_runs`;
  user = await createSignedInClient(database);
});

const put = (client: SignedInClient, animeId: number, fields: Record<string, unknown>) =>
  client.send("PATCH", "/api/user/watchlist/entry", { animeId, ...fields });
const compute = async (client = user) =>
  computeSuggestions(db, await loadTasteCatalog(db), client.userId);
const open = (query = "", { parentalControl = true, client = user } = {}) =>
  callPage(loader, `/discover${query}`, {
    visitor: { parentalControl },
    init: { headers: { cookie: client.cookie } },
  });
const idsOf = (page: { cards: { card: { id: number } }[] }) =>
  page.cards.map(({ card }) => card.id);
const reasonOf = (page: Awaited<ReturnType<typeof open>>, id: number) =>
  page.cards.find(({ card }) => card.id === id)?.reason;
const press = (fields: Record<string, string>, client = user) =>
  callPage(action, "/discover", {
    init: {
      method: "POST",
      headers: { cookie: client.cookie },
      body: new URLSearchParams(fields),
    },
  });
const likeMystery = async (client = user) => {
  await put(client, 1, { state: "completed", score: 90 });
  await put(client, 2, { state: "dropped" });
};
const TABLES = { suggestions, suggestionStates, suggestionFeedback };
const count = (name: keyof typeof TABLES) =>
  db.$count(TABLES[name], eq(TABLES[name].userId, user.userId));

const isDue = async () =>
  (await db.$count(
    suggestionStates,
    and(eq(suggestionStates.userId, user.userId), isNotNull(suggestionStates.dueAt)),
  )) === 1;

describe("the page of suggestions", () => {
  it("says why, from the user's own list", async () => {
    await likeMystery();
    await compute();
    const page = await open();
    expect(page.status).toBe("ready");
    expect(page.cards.find(({ card }) => card.id === 3)).toMatchObject({
      reason: "Because you rated Lantern Road 9",
      genres: ["Mystery", "Drama"],
      synopsis: "A door of glass.",
    });
    expect(page.cards.map(({ reason }) => reason).join()).not.toContain("Beach Days");
    expect(idsOf(page)).not.toContain(1);
    expect(idsOf(page)).not.toContain(2);
  });

  it("names different favourites across a page, each title one", async () => {
    for (const animeId of [1, 3]) await put(user, animeId, { state: "completed", score: 90 });
    await compute();
    const page = await open();
    expect([5, 8].map((id) => reasonOf(page, id)).sort()).toEqual([
      "Because you rated Glass Door 9",
      "Because you rated Lantern Road 9",
    ]);
  });

  it("suggests no sequel whose prequel is unseen and no announced title", async () => {
    await likeMystery();
    await compute();
    expect(idsOf(await open())).not.toContain(4);
    expect(idsOf(await open())).not.toContain(7);
    await put(user, 3, { state: "completed" });
    await compute();
    expect(reasonOf(await open(), 4)).toBe("You’ve seen what comes before it, Glass Door");
    await put(user, 3, { state: "watching" });
    expect(idsOf(await open())).not.toContain(4);
  });

  it("says only what is still true before the next computation", async () => {
    await likeMystery();
    await compute();
    await put(user, 2, { state: "planned" });
    expect(reasonOf(await open(), 3)).toBe("Because you rated Lantern Road 9");
    await put(user, 1, { score: 30 });
    expect(reasonOf(await open(), 3)).toBeUndefined();
  });

  it("leaves out what is on the list by now", async () => {
    await likeMystery();
    await compute();
    expect(idsOf(await open())).toContain(5);
    await put(user, 5, { state: "planned" });
    expect(idsOf(await open())).not.toContain(5);
  });

  it("shows no mature title and names none under parental control, whenever it was computed", async () => {
    await sql`UPDATE preferences SET parental_control = false WHERE user_id = ${user.userId}`;
    for (const id of [6, 9]) await put(user, id, { state: "completed", score: 100 });
    await put(user, 2, { state: "dropped" });
    await sql`UPDATE profiles SET watched_animes = '{10}' WHERE user_id = ${user.userId}`;
    await compute();
    const open18 = await open("", { parentalControl: false });
    expect(reasonOf(open18, 3)).toContain("Adult");
    const controlled = await open();
    expect(JSON.stringify(controlled)).not.toMatch(/Adult/);
    for (const id of [6, 9, 10]) expect(idsOf(controlled)).not.toContain(id);
  });

  it("shows no title that is hidden from the site", async () => {
    await likeMystery();
    await compute();
    await sql`UPDATE animes SET hidden = true WHERE mal_id = 8`;
    const page = await open();
    await sql`UPDATE animes SET hidden = false WHERE mal_id = 8`;
    expect(idsOf(page)).not.toContain(8);
    expect(idsOf(page)).toContain(3);
  });

  it("suggests by tastes alone", async () => {
    await sql`UPDATE profiles SET favorite_genres = '{Mystery}' WHERE user_id = ${user.userId}`;
    await compute();
    const page = await open();
    expect(reasonOf(page, 3)).toBe("Because Mystery is one of your favourite genres");
    await sql`UPDATE profiles SET favorite_genres = '{}' WHERE user_id = ${user.userId}`;
    expect(idsOf(await open())).toEqual([]);
  });

  it("names favourite people, while the credits say so", async () => {
    const director = (animeId: number) =>
      staffRow(animeId, 70, { name: "Sato, Jun", name_japanese: "佐藤 潤" });
    await addCredits(db, { staff: [director(1), director(5)] });
    await put(user, 1, { state: "completed", score: 90 });
    await compute();
    const read = async () => reasonOf(await open(), 5);
    await user.send("POST", "/api/user/favorites", { type: "person", id: 70 });
    expect(await isDue()).toBe(true);
    await compute();
    expect(await read()).toBe("With Jun Sato, one of your favourites");
    await sql`DELETE FROM anime_staff WHERE anime_mal_id = 5`;
    expect(await read()).toBe("Because you rated Lantern Road 9");
    await sql`DELETE FROM anime_staff`;
  });

  it("is computed again after a favourite studio changes", async () => {
    await sql`UPDATE animes SET studios = '{Lantern Works}' WHERE mal_id = 101`;
    await compute();
    expect(await isDue()).toBe(false);
    const body = { type: "studio", name: "Lantern Works" };
    expect((await user.send("POST", "/api/user/favorites", body)).status).toBe(200);
    expect(await isDue()).toBe(true);
  });

  it("chooses by mood, and rejects unknown moods naming the field", async () => {
    await likeMystery();
    await compute();
    expect(idsOf(await open("?length=evening&airing=finished"))).toEqual([5]);
    expect(idsOf(await open("?era=classic"))).toEqual([]);
    expect(await catchPageError(open("?tone=sad"))).toMatchObject({
      status: 400,
      data: { issues: [{ path: "tone" }] },
    });
  });

  it("waits only while something computes suggestions, here or on another instance", async () => {
    const status = async (call = callPage) =>
      (await call(loader, "/discover", { init: { headers: { cookie: user.cookie } } })).status;
    const homeWaits = async (call = callPage) =>
      railOf(await call(home, "/", { init: { headers: { cookie: user.cookie } } }), "suggestions")
        ?.waits;
    expect([await status(), await homeWaits()]).toEqual(["waiting", true]);

    const withoutJobs = createPageCaller(database, { JOBS: "off" });
    expect([await status(withoutJobs), await homeWaits(withoutJobs)]).toEqual(["stopped", false]);
    const parts = createJobParts(database.options);
    await parts.schedule("suggestions", new Date(Date.now() + 60_000));
    await parts.close();
    expect([await status(withoutJobs), await homeWaits(withoutJobs)]).toEqual(["waiting", true]);
    await sql`UPDATE job_runs SET run_at = now() - interval '3 hours' WHERE job = 'suggestions'`;
    expect(await status(withoutJobs)).toBe("stopped");
    await sql`DELETE FROM job_runs WHERE job = 'suggestions'`;

    await readRecords(db);
    await sql`UPDATE jobs SET enabled = false WHERE name = 'suggestions'`;
    expect([await status(), await homeWaits()]).toEqual(["stopped", false]);
    await sql`UPDATE jobs SET enabled = true WHERE name = 'suggestions'`;
    await compute();
    expect(await status(withoutJobs)).toBe("ready");
  });

  it("has a rail on Home", async () => {
    await likeMystery();
    await compute();
    const page = await callPage(home, "/", { init: { headers: { cookie: user.cookie } } });
    const { cards = [] } = railOf(page, "suggestions") ?? {};
    expect(cards.map(({ card }) => card.id)).toContain(3);
    expect(cards[0]?.reason).toContain("Lantern Road");
  });
});

describe("the buttons", () => {
  beforeEach(async () => {
    await likeMystery();
    await compute();
  });

  it.each(["not-this", "less-like-this"] as const)(
    "%s removes the title, and is undone",
    async (intent) => {
      const { data, status } = await catchPageError(press({ intent, animeId: "3" }));
      expect({ status, data }).toEqual({ status: 303, data: "/discover" });
      const page = await open();
      expect(idsOf(page)).not.toContain(3);
      expect(page.flashMessage?.undo).toEqual({ intent: "undo-feedback", animeId: "3" });
      await compute();
      expect(idsOf(await open())).not.toContain(3);
      await catchPageError(press(page.flashMessage?.undo ?? {}));
      await compute();
      expect(idsOf(await open())).toContain(3);
    },
  );

  it("ranks what is like a title lower after “Less like this”", async () => {
    await put(user, 100, { state: "completed", score: 85 });
    await compute();
    const place = async (id: number) => {
      const [row] = await sql<{ position: number }[]>`
        SELECT position FROM suggestions WHERE user_id = ${user.userId} AND anime_mal_id = ${id}`;
      return row?.position ?? 1_000;
    };
    const before = await place(104);
    await catchPageError(press({ intent: "less-like-this", animeId: "108" }));
    await catchPageError(press({ intent: "less-like-this", animeId: "112" }));
    await compute();
    expect(await place(104)).toBeGreaterThan(before);
  });

  it("puts a title on the list as seen or planned, and takes it off again", async () => {
    await catchPageError(press({ intent: "seen-it", animeId: "8" }));
    const page = await open();
    expect(idsOf(page)).not.toContain(8);
    const [entry] = await sql`
      SELECT state FROM watch_list_entries WHERE user_id = ${user.userId} AND anime_mal_id = 8`;
    expect(entry).toMatchObject({ state: "completed" });
    await catchPageError(press(page.flashMessage?.undo ?? {}));
    expect(idsOf(await open())).toContain(8);
    await catchPageError(press({ intent: "plan", animeId: "8" }));
    expect(idsOf(await open())).not.toContain(8);
  });

  it.each([
    [{ intent: "not-this", animeId: "0" }, 400],
    [{ intent: "not-this", animeId: "2147483648" }, 404],
    [{ intent: "not-this", animeId: "999999" }, 404],
    [{ intent: "not-this", animeId: "6" }, 404],
    [{ intent: "applaud", animeId: "3" }, 400],
  ] as const)("refuses %j with %i and changes nothing", async (fields, status) => {
    const response = await press(fields);
    expect(response).toMatchObject({ init: { status } });
    expect(await count("suggestionFeedback")).toBe(0);
  });
});

describe("when suggestions are computed", () => {
  const due = async () =>
    (
      await sql<{ seconds: number | null; changed: boolean }[]>`
        SELECT extract(epoch FROM due_at - now())::float8 AS seconds, changed_at IS NOT NULL AS changed
        FROM suggestion_states WHERE user_id = ${user.userId}`
    )[0];

  it("waits half a minute after a change, and five minutes at most", async () => {
    await put(user, 1, { state: "completed" });
    const first = await due();
    expect(first?.seconds).toBeGreaterThan(20);
    expect(first?.seconds).toBeLessThanOrEqual(30);
    await sql`UPDATE suggestion_states SET changed_at = now() - interval '290 seconds' WHERE user_id = ${user.userId}`;
    await put(user, 2, { state: "completed" });
    expect((await due())?.seconds).toBeLessThanOrEqual(10);
  });

  it("does not wait for more episodes of the same title", async () => {
    await put(user, 1, { state: "watching" });
    await compute();
    await user.send("POST", "/api/user/watchlist/seen", { animeId: 1, episodes: "+1" });
    expect(await due()).toMatchObject({ seconds: null, changed: false });
  });

  it("computes again after a change that came meanwhile", async () => {
    await likeMystery();
    const catalog = await loadTasteCatalog(db);
    const computing = computeSuggestions(db, catalog, user.userId);
    await put(user, 5, { state: "planned" });
    await computing;
    await compute();
    expect(await due()).toMatchObject({ seconds: null });
  });

  it("runs by its job as soon as it is due", async () => {
    const parts = createJobParts(database.options);
    try {
      await likeMystery();
      await sql`UPDATE suggestion_states SET due_at = now() - interval '1 second' WHERE user_id = ${user.userId}`;
      expect(await areSuggestionsDue(db)).toBe(true);
      const jobs = parts.start();
      await expect.poll(() => count("suggestions")).toBeGreaterThan(0);
      await jobs.stop();
    } finally {
      await parts.close();
    }
  });

  it("computes for active users once a day", async () => {
    await likeMystery();
    await compute();
    const catalogs = createTasteCatalogCache();
    const run = async () => computeDueSuggestions(db, { catalogs, signal });
    await run();
    expect(await run()).toEqual({ users: 0, suggestions: 0 });
    await sql`UPDATE suggestion_states SET computed_at = now() - interval '25 hours' WHERE user_id = ${user.userId}`;
    expect((await run()).users).toBe(1);
    await sql`UPDATE suggestion_states SET computed_at = now() - interval '25 hours' WHERE user_id = ${user.userId}`;
    await sql`UPDATE sessions SET last_used_at = now() - interval '31 days' WHERE user_id = ${user.userId}`;
    expect((await run()).users).toBe(0);
  });
});

describe("the user's choices", () => {
  it("stores and computes nothing once suggestions are off", async () => {
    await likeMystery();
    await compute();
    await catchPageError(press({ intent: "not-this", animeId: "3" }));
    await saveSitePreferences(db, user.userId, { suggestions: false });
    await put(user, 5, { state: "completed", score: 90 });
    expect(await compute()).toBe(0);
    for (const name of ["suggestions", "suggestionStates", "suggestionFeedback"] as const)
      expect(await count(name)).toBe(0);
    expect((await open()).status).toBe("off");
    expect(await press({ intent: "not-this", animeId: "3" })).toMatchObject({
      init: { status: 404 },
    });
    await saveSitePreferences(db, user.userId, { suggestions: true });
    expect((await open()).status).toBe("waiting");
  });

  it("are in the export, and go with the account", async () => {
    await likeMystery();
    await compute();
    await catchPageError(press({ intent: "not-this", animeId: "3" }));
    const data = dataOf(await user.send("GET", "/api/user/export"));
    expect(data["suggestions"]).toContainEqual(expect.objectContaining({ mal_id: 8 }));
    expect(data["suggestion_feedback"]).toEqual([
      expect.objectContaining({ mal_id: 3, kind: "not-this" }),
    ]);
    await user.send("DELETE", "/api/user/account", { password: user.credentials.password });
    for (const name of ["suggestions", "suggestionStates", "suggestionFeedback"] as const)
      expect(await count(name)).toBe(0);
  });
});

describe("users with like taste", () => {
  const LIKED = [100, 104, 108, 112, 116, 120];
  const HIDDEN_GEM = 139;
  let others: SignedInClient[];

  beforeEach(async () => {
    await sql`UPDATE preferences SET site = site - 'sharedTaste'`;
    others = await Promise.all([1, 2].map(() => createSignedInClient(database)));
    for (const client of [user, ...others])
      for (const id of LIKED) await put(client, id, { state: "completed", score: 95 });
    for (const client of others) await put(client, HIDDEN_GEM, { state: "completed", score: 100 });
  });
  afterEach(async () => {
    await sql`UPDATE preferences SET site = site - 'sharedTaste'`;
  });
  const share = async (clients: SignedInClient[]) => {
    for (const { userId } of clients) await saveSitePreferences(db, userId, { sharedTaste: true });
  };
  const isOthersReason = async () => {
    const { suggestions } = await listSuggestions(db, user.userId, {
      parentalControl: true,
      limit: 200,
    });
    const gem = suggestions.find(({ anime }) => anime.mal_id === HIDDEN_GEM);
    return gem?.reasons.some(({ kind }) => kind === "others") ?? false;
  };
  const isLikedByOthers = async () => {
    await compute();
    const rows = await sql`
      SELECT 1 FROM suggestions
      WHERE user_id = ${user.userId} AND anime_mal_id = ${HIDDEN_GEM} AND liked_by_others`;
    return rows.length > 0;
  };

  it("count only when all of them share their taste, and are at least two", async () => {
    await share(others);
    expect(await isLikedByOthers()).toBe(false);
    await share([user]);
    expect(await isLikedByOthers()).toBe(true);
    expect(await isOthersReason()).toBe(true);
    await put(others[0] as SignedInClient, HIDDEN_GEM, { private: true });
    expect(await isOthersReason()).toBe(false);
    expect(await isLikedByOthers()).toBe(false);
  });

  it("no longer count once a redo makes the entry of one of them private", async () => {
    await share([user, ...others]);
    const [first] = others;
    if (first === undefined) throw new Error("no other users");
    await put(first, HIDDEN_GEM, { private: true });
    const [event] = dataOf<{ id: string }[]>(await first.send("GET", "/api/user/watchlist/events"));
    const replay = (name: string) =>
      first.send("POST", `/api/user/watchlist/${name}`, { eventId: event?.id });
    expect((await replay("undo")).status).toBe(200);
    expect(await isLikedByOthers()).toBe(true);
    expect((await replay("redo")).status).toBe(200);
    expect(await isOthersReason()).toBe(false);
  });

  it("no longer count once one of them stops sharing", async () => {
    await share([user, ...others]);
    expect(await isLikedByOthers()).toBe(true);
    await saveSitePreferences(db, others[0]?.userId ?? "", { sharedTaste: false });
    expect(await isOthersReason()).toBe(false);
    expect(await isLikedByOthers()).toBe(false);
  });
});
