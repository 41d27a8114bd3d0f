import { beforeEach, describe, expect, it } from "vitest";
import { mergeTitles } from "~/features/curation/merge-titles.server";
import { MAX_OPEN_WISHES, MAX_REASON_LENGTH } from "~/features/wishes/wish";
import { action, loader } from "~/routes/admin/wishes";
import { loader as titlePage } from "~/routes/catalog/anime";
import { animes, auditLog, declinedWishes, episodes, episodeSources, wishes } from "~db/schema";
import { addAnimeId } from "../../factories/anime-id";
import { testDatabase } from "../../support/database/test-database";
import type { TestAccount } from "../../support/server/account";
import { createPageCaller } from "../../support/server/call-page";
import { createOwner } from "../../support/server/owner";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db, sql } = database;
let user: SignedInClient;
let owner: TestAccount;
let call: ReturnType<typeof createPageCaller>;
let anime: number;

beforeEach(async () => {
  await db.delete(declinedWishes);
  await db.delete(wishes);
  call = createPageCaller(database);
  user = await createSignedInClient(database);
  owner = await createOwner(database);
  anime = await addAnimeId(db, { title: "Trigun", episodes: 3 });
  await db.insert(episodes).values([1, 2].map((number) => ({ animeMalId: anime, number })));
});

const ANY_TIME = expect.any(String) as string;
const URL = "/api/user/wishes";
const ask = (body: Record<string, unknown>, by = user) => by.send("POST", URL, body);
const withdraw = (body: Record<string, unknown>) => user.send("DELETE", URL, body);
const own = async () => dataOf<Record<string, unknown>[]>(await user.send("GET", URL));
const play = (number: number) =>
  db.insert(episodeSources).values({
    animeMalId: anime,
    number,
    url: `https://video.akari.test/${anime}/${number}.m3u8`,
    kind: "sub",
  });

const decide = (fields: Record<string, string>) =>
  call(action, "/admin/wishes", {
    init: {
      method: "POST",
      headers: { cookie: owner.cookie },
      body: new URLSearchParams({ animeId: String(anime), episode: "", ...fields }),
    },
  });
const list = (query = "") =>
  call(loader, `/admin/wishes${query}`, { init: { headers: { cookie: owner.cookie } } });

describe("a wish", () => {
  it("is there once however often it is asked for, and is taken back", async () => {
    expect(await ask({ animeId: anime })).toMatchObject({
      status: 200,
      body: { success: true, data: { message: "The wish was added." } },
    });
    expect((await ask({ animeId: String(anime), episode: null })).status).toBe(200);
    await ask({ animeId: anime, episode: 3 });
    expect(await own()).toEqual([
      { mal_id: anime, episode: 3, at: ANY_TIME, state: "open", answer: null },
      { mal_id: anime, episode: null, at: ANY_TIME, state: "open", answer: null },
    ]);
    expect((await withdraw({ animeId: anime })).status).toBe(200);
    expect((await withdraw({ animeId: anime })).status).toBe(200);
    expect(await own()).toMatchObject([{ episode: 3 }]);
  });

  it("becomes added by itself once it plays here, a title's by any episode", async () => {
    await ask({ animeId: anime });
    await ask({ animeId: anime, episode: 2 });
    await play(1);
    expect(await own()).toMatchObject([
      { episode: 2, state: "open" },
      { episode: null, state: "added" },
    ]);
    expect(await list()).toMatchObject({ total: 1, wished: [{ episode: 2 }] });
    await play(2);
    expect(await own()).toMatchObject([{ state: "added" }, { state: "added" }]);
    expect((await ask({ animeId: anime })).status).toBe(200);
    expect(await list()).toMatchObject({ total: 0 });
  });

  it("is refused for what plays here", async () => {
    await play(1);
    for (const body of [{ animeId: anime }, { animeId: anime, episode: 1 }])
      expect((await ask(body)).status).toBe(409);
    expect((await ask({ animeId: anime, episode: 2 })).status).toBe(200);
  });

  it.each([
    [{ animeId: "x" }, "animeId"],
    [{ animeId: 0 }, "animeId"],
    [{ animeId: 2_147_483_648 }, "animeId"],
    [{}, "animeId"],
    [{ animeId: 1, episode: -1 }, "episode"],
    [{ animeId: 1, episode: 1.5 }, "episode"],
    [{ animeId: 1, episode: "one" }, "episode"],
  ])("is refused by the field's name: %j", async (body, path) => {
    expect(await ask(body)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    expect(await own()).toEqual([]);
  });

  it("is refused for what the catalog lacks or the user may not see", async () => {
    const mature = await addAnimeId(db, { genres: ["Erotica"] });
    const hidden = await addAnimeId(db, {});
    await sql`UPDATE animes SET hidden = true WHERE mal_id = ${hidden}`;
    for (const body of [
      { animeId: 1_999_999_999 },
      { animeId: anime, episode: 0 },
      { animeId: anime, episode: 4 },
      { animeId: mature },
      { animeId: hidden },
    ])
      expect((await ask(body)).status, JSON.stringify(body)).toBe(404);
    expect(await db.$count(wishes)).toBe(0);
  });

  it("is not shown while its title is hidden, and can be withdrawn", async () => {
    await ask({ animeId: anime });
    await sql`UPDATE animes SET hidden = true WHERE mal_id = ${anime}`;
    expect(await own()).toEqual([]);
    expect(await list()).toMatchObject({ total: 0 });
    expect((await withdraw({ animeId: anime })).status).toBe(200);
    expect((await withdraw({ animeId: anime })).status).toBe(404);
    await sql`UPDATE animes SET hidden = false WHERE mal_id = ${anime}`;
    expect(await db.$count(wishes)).toBe(0);
  });

  it("may be for the next episode of a title whose length is unknown", async () => {
    const airing = await addAnimeId(db, { episodes: null });
    expect((await ask({ animeId: airing, episode: 1 })).status).toBe(200);
    await db.insert(episodes).values({ animeMalId: airing, number: 7 });
    expect((await ask({ animeId: airing, episode: 8 })).status).toBe(200);
    expect((await ask({ animeId: airing, episode: 9 })).status).toBe(404);
    expect(await list()).toMatchObject({
      wished: expect.arrayContaining([
        expect.objectContaining({ episode: 8, path: expect.stringContaining("/anime/") as string }),
      ]) as unknown,
    });
  });

  it("is one of 200 open ones at most; those that were added or declined do not count", async () => {
    await db.insert(animes).values(
      Array.from({ length: MAX_OPEN_WISHES }, (_, index) => ({
        malId: 900_000_000 + index,
        title: `Wanted ${index}`,
        contentHash: "",
      })),
    );
    await sql`INSERT INTO wishes (user_id, anime_mal_id, number)
      SELECT ${user.userId}, mal_id, -1 FROM animes WHERE mal_id BETWEEN 900000000 AND 900000198`;
    expect((await ask({ animeId: 900_000_199 })).status).toBe(200);
    expect(await ask({ animeId: anime })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "animeId" }] },
    });
    expect((await ask({ animeId: 900_000_199 })).status).toBe(200);
    await sql`INSERT INTO declined_wishes VALUES (900000000, -1, 'No')`;
    const answers = await Promise.all([1, 2, 3].map((episode) => ask({ animeId: anime, episode })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    await sql`DELETE FROM animes WHERE mal_id BETWEEN 900000000 AND 900000199`;
  });

  it("stays when titles are merged, the earliest of two, and is in the account's export", async () => {
    const other = await addAnimeId(db, { title: "Trigun Stampede", episodes: 3 });
    await ask({ animeId: other });
    await ask({ animeId: other, episode: 2 });
    await sql`UPDATE wishes SET asked_at = '2026-01-01T00:00:00Z' WHERE number = -1`;
    await ask({ animeId: anime });
    await sql`INSERT INTO declined_wishes VALUES (${other}, 2, 'Lost')`;
    await mergeTitles(db, { from: other, into: anime }, () => []);
    expect(await own()).toEqual([
      { mal_id: anime, episode: 2, at: ANY_TIME, state: "declined", answer: "Lost" },
      { mal_id: anime, episode: null, at: "2026-01-01T00:00:00.000Z", state: "open", answer: null },
    ]);
    // A refusal of one title closes no wish for the other.
    const third = await addAnimeId(db, { title: "Trigun Maximum" });
    await sql`INSERT INTO declined_wishes VALUES (${third}, -1, 'A duplicate')`;
    await mergeTitles(db, { from: third, into: anime }, () => []);
    expect((await own()).at(-1)).toMatchObject({ state: "open" });
    expect(dataOf(await user.send("GET", "/api/user/export"))).toMatchObject({
      wishes: [
        { mal_id: anime, episode: 2 },
        { mal_id: anime, episode: null },
      ],
    });
  });

  it("goes with the account", async () => {
    await ask({ animeId: anime });
    await sql`DELETE FROM users WHERE id = ${user.userId}`;
    expect(await db.$count(wishes)).toBe(0);
  });
});

describe("owners", () => {
  it("see what most users ask for first, then what is older", async () => {
    const later = await addAnimeId(db, { title: "Planetes" });
    const most = await addAnimeId(db, { title: "Mushishi" });
    const friend = await createSignedInClient(database);
    await ask({ animeId: later });
    await ask({ animeId: anime, episode: 2 });
    await sql`UPDATE wishes SET asked_at = '2026-01-01T00:00:00Z' WHERE number = 2`;
    await ask({ animeId: most });
    await ask({ animeId: most }, friend);
    expect(await list()).toMatchObject({
      total: 3,
      wished: [
        { animeId: most, users: 2, title: { text: "Mushishi" } },
        { animeId: anime, episode: 2, users: 1, path: `/watch/${anime}/2` },
        { animeId: later, users: 1 },
      ],
    });
  });

  it("see the last page when they ask for a later one", async () => {
    await sql`INSERT INTO animes (mal_id, title, content_hash)
      SELECT 910000000 + n, 'Wanted', '' FROM generate_series(1, 51) n`;
    await sql`INSERT INTO wishes (user_id, anime_mal_id, number)
      SELECT ${user.userId}, 910000000 + n, -1 FROM generate_series(1, 51) n`;
    for (const page of [2, 9])
      expect(await list(`?page=${page}`)).toMatchObject({
        total: 51,
        lastPage: 2,
        shown: { page: 2 },
        wished: [{ users: 1 }],
      });
    await sql`DELETE FROM animes WHERE mal_id BETWEEN 910000001 AND 910000051`;
  });

  it("page through the 100,000 wishes of 500 users who are at their limit", async () => {
    await sql`INSERT INTO users (email, user_name)
      SELECT 'wisher' || n || '@akari.test', 'Wisher ' || n FROM generate_series(1, 500) n`;
    await sql`INSERT INTO animes (mal_id, title, content_hash)
      SELECT 920000000 + n, 'Wanted ' || n, '' FROM generate_series(0, 1999) n`;
    // Each of 20,000 targets, ten of every title, is wished for by five users.
    await sql`INSERT INTO wishes (user_id, anime_mal_id, number, asked_at)
      SELECT id, 920000000 + target / 10, target % 10 - 1, '2026-01-01T00:00:00Z'::timestamptz
      FROM (
        SELECT u.id, (row_number() OVER (ORDER BY u.id, k) - 1) % 20000 AS target
        FROM users u CROSS JOIN generate_series(1, 200) k WHERE u.email LIKE 'wisher%'
      ) targets`;
    expect(await db.$count(wishes)).toBe(100_000);
    const target = { animeId: 920_000_700, episode: null };
    expect((await ask(target)).status).toBe(200);
    expect(await list()).toMatchObject({
      total: 20_000,
      lastPage: 400,
      shown: { page: 1 },
      wished: [{ ...target, users: 6 }, ...Array.from({ length: 49 }, () => ({ users: 5 }))],
    });
    for (const page of [400, 401, 99_999])
      expect(await list(`?page=${page}`)).toMatchObject({
        lastPage: 400,
        shown: { page: 400 },
        wished: Array.from({ length: 50 }, () => ({ users: 5 })),
      });
    const last = await list("?page=400");
    expect(last).toMatchObject({
      wished: expect.arrayContaining([
        expect.objectContaining({ animeId: 920_001_999, episode: 8 }),
      ]) as unknown,
    });
    await sql`DELETE FROM users WHERE email LIKE 'wisher%'`;
    await sql`DELETE FROM animes WHERE mal_id BETWEEN 920000000 AND 920001999`;
  });

  it("decline with a reason, which users see, and reopen", async () => {
    await ask({ animeId: anime });
    expect(await decide({ intent: "decline", reason: " Only on discs. " })).toMatchObject({
      status: 302,
    });
    expect(await own()).toMatchObject([{ state: "declined", answer: "Only on discs." }]);
    expect((await ask({ animeId: anime })).status).toBe(200);
    const friend = await createSignedInClient(database);
    expect((await ask({ animeId: anime }, friend)).status).toBe(200);
    expect(dataOf(await friend.send("GET", URL))).toMatchObject([
      { state: "declined", answer: "Only on discs." },
    ]);
    await friend.send("DELETE", URL, { animeId: anime });
    const page = await call(titlePage, `/anime/${anime}/trigun`, {
      init: { headers: { cookie: user.cookie } },
      params: { id: String(anime), slug: "trigun" },
    });
    expect(page).toMatchObject({
      wishes: { title: { intent: "withdraw", text: "Not here: Only on discs." } },
    });
    expect(await list()).toMatchObject({ total: 0 });
    expect(await list("?state=declined")).toMatchObject({
      wished: [{ animeId: anime, reason: "Only on discs.", users: 1 }],
    });
    expect(await decide({ intent: "reopen" })).toMatchObject({ status: 302 });
    expect(await own()).toMatchObject([{ state: "open", answer: null }]);
    expect(await db.select().from(auditLog)).toEqual(
      expect.arrayContaining(
        ["wish.declined", "wish.reopened"].map(
          (name) =>
            expect.objectContaining({
              action: name,
              actorId: owner.userId,
              details: { anime },
            }) as unknown,
        ),
      ),
    );
  });

  it.each([
    ["", 400],
    ["x".repeat(MAX_REASON_LENGTH), 302],
    ["x".repeat(MAX_REASON_LENGTH + 1), 400],
    ["a\0b", 400],
  ])("give a reason of one to 200 characters: %j", async (reason, status) => {
    const answer = await decide({ intent: "decline", reason });
    expect(answer).toMatchObject(status === 302 ? { status } : { init: { status } });
    if (status !== 302)
      expect(answer).toMatchObject({
        data: { failure: { fields: { reason: expect.any(String) as string } } },
      });
  });

  it("cannot reopen what was not declined, nor decline an unknown title", async () => {
    expect(await decide({ intent: "reopen" })).toMatchObject({ init: { status: 404 } });
    expect(await decide({ intent: "decline", reason: "No", animeId: "1999999999" })).toMatchObject({
      init: { status: 404 },
    });
  });
});
