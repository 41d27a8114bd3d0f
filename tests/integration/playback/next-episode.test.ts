import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  nextEpisodeToPlay,
  type EpisodeToPlay,
} from "~/features/playback/progress/episode-to-play";
import type { Progress } from "~/features/playback/progress/progress-rules";
import { getEntrySummaries } from "~/features/watch-list/get-entry-summaries.server";
import { loader as home } from "~/routes/catalog/home";
import { loader as library } from "~/routes/catalog/library";
import { loader as titlePage } from "~/routes/catalog/anime";
import { loader as watchPage } from "~/routes/watch/episode";
import { loader as listPage } from "~/routes/watch-list/list";
import { episodes, episodeSources } from "~db/schema";
import { addAnimeId } from "../../factories/anime-id";
import { railOf } from "../../support/home-rails";
import { testDatabase } from "../../support/database/test-database";
import { createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
let user: SignedInClient;
let call: ReturnType<typeof createPageCaller>;

beforeEach(async () => {
  // Its caches know what plays here.
  call = createPageCaller(database);
  user = await createSignedInClient(database);
});

const DAY_MS = 86_400_000;

interface History {
  /** What the user does in turn: an episode that is watched, half watched or opened. */
  does: readonly (number | { half: number } | { opens: number } | { unmarks: number })[];
  /** Episodes that play here; 4 to 6 unless given. */
  here?: readonly number[];
  /** The last episode that was broadcast, of an airing title. */
  aired?: number;
  total?: number | null;
  filler?: readonly number[];
  skipsFiller?: boolean;
}

interface Expected {
  /** What the page of the title offers. */
  title: EpisodeToPlay | null;
  /** What Home, the library and the API continue with; null where they leave the title out. */
  next: number | null;
  /** What the player leads to from the last seen episode, or what it then says. */
  player: PlayerEnd;
}

type PlayerEnd = number | "the last one" | "the last one here";

const plays = (number: number, player: PlayerEnd = number): Expected => ({
  title: { number, kind: "continue" },
  next: number,
  player,
});
/** `beside` is the unseen episode that plays, which the title's page offers, too. */
const missing = (
  number: number,
  { beside, player = "the last one here" }: { beside?: number; player?: PlayerEnd } = {},
): Expected => ({
  title: { number, kind: "missing", beside },
  next: number,
  player,
});
const again = (number: number, player: PlayerEnd = "the last one"): Expected => ({
  title: { number, kind: "again" },
  next: null,
  player,
});

const HISTORIES: [string, History, Expected][] = [
  ["6, then 5, with 4 half watched", { does: [{ half: 4 }, 6, 5] }, plays(4, "the last one here")],
  ["6, then 5", { does: [6, 5] }, missing(7, { beside: 4 })],
  ["6, 5 and 4", { does: [6, 5, 4] }, missing(7)],
  ["4", { does: [4] }, plays(5)],
  ["5 alone", { does: [5] }, plays(6)],
  ["3, which does not play here", { does: [3] }, plays(4)],
  ["half of 5", { does: [{ half: 5 }] }, plays(5)],
  ["half of 6, then half of 4", { does: [{ half: 6 }, { half: 4 }] }, plays(4)],
  ["half of 4, then half of 6", { does: [{ half: 4 }, { half: 6 }] }, plays(6)],
  ["half of 4, then all of 4", { does: [{ half: 4 }, 4] }, plays(5)],
  ["half of 9, which has left", { does: [{ half: 9 }] }, missing(9, { beside: 4 })],
  ["4 opened for a moment", { does: [{ opens: 4 }] }, missing(1, { beside: 4 })],
  ["4, and 5 opened for a moment", { does: [4, { opens: 5 }] }, plays(5)],
  ["4 and 5, and 4 taken back", { does: [4, 5, { unmarks: 4 }] }, plays(6)],
  ["the last one", { does: [28] }, missing(1, { beside: 4, player: "the last one" })],
  ["the last one, where all play", { does: [28], here: range(1, 28) }, plays(1, "the last one")],
  ["all but the fifth", { does: [...range(1, 4), ...range(6, 28)] }, plays(5, "the last one")],
  ["all", { does: range(1, 28) }, again(4)],
  ["all, then half of one", { does: [...range(1, 28), { half: 5 }] }, again(4)],
  ["all that was broadcast", { does: range(1, 6), aired: 6 }, again(4, "the last one here")],
  ["the latest alone", { does: [6], aired: 6 }, missing(1, { beside: 4 })],
  ["all but the latest", { does: range(1, 5), aired: 6 }, plays(6)],
  [
    "all that has a date, with a later file",
    { does: range(1, 6), aired: 6, here: [6, 7] },
    plays(7),
  ],
  ["half of the latest", { does: [...range(1, 5), { half: 6 }], aired: 6 }, plays(6)],
  ["4, of a length that nobody knows", { does: [4], aired: 12, total: null }, plays(5)],
  ["3, before filler", { does: [3], filler: [4, 5], skipsFiller: true }, plays(6)],
  ["3, with filler", { does: [3], filler: [4, 5] }, plays(4)],
  ["half of filler", { does: [3, { half: 4 }], filler: [4], skipsFiller: true }, plays(4, 5)],
];

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

async function addTitle({ here = [4, 5, 6], aired, total = 28, filler = [] }: History) {
  const id = await addAnimeId(db, {
    episodes: total,
    ...(aired === undefined ? {} : { status: "Currently Airing", airing: true }),
  });
  const listed = range(1, total ?? 24).map((number) => ({
    animeMalId: id,
    number,
    title: `Episode ${number}`,
    filler: filler.includes(number),
    aired:
      aired === undefined ? null : new Date(Date.now() + (number - aired) * 7 * DAY_MS - DAY_MS),
  }));
  await db.insert(episodes).values(listed);
  const sources = here.map((number) => ({
    animeMalId: id,
    number,
    url: `https://video.akari.test/${id}/${number}.m3u8`,
    kind: "sub" as const,
  }));
  if (sources.length > 0) await db.insert(episodeSources).values(sources);
  return id;
}

async function watch(animeId: number, does: History["does"]): Promise<void> {
  for (const step of does) {
    const at =
      typeof step === "number"
        ? { episode: step, watched: true }
        : "unmarks" in step
          ? { episode: step.unmarks, watched: false }
          : "half" in step
            ? { episode: step.half, position: 700, duration: 1_400 }
            : { episode: step.opens, position: 2, duration: 1_400 };
    await user.send("POST", "/api/user/progress", { animeId, ...at });
  }
}

it.each(HISTORIES)("continues alike after %s", async (_, history, expected) => {
  const id = await addTitle(history);
  // Home's row has what is played and what is being watched.
  await user.send("PATCH", "/api/user/watchlist/entry", { animeId: id, state: "watching" });
  await watch(id, history.does);
  const { skipsFiller = false } = history;
  const init = { headers: { cookie: user.cookie } };
  const options = { init, visitor: { skipsFiller } };
  const slug = `anime-${id}`;

  const { playable, progress, span, own } = await call(titlePage, `/anime/${id}/${slug}`, {
    params: { id: String(id), slug },
    ...options,
  });
  expect(nextEpisodeToPlay(playable, progress, span)).toEqual(expected.title);
  if (expected.next !== null) expect(own?.next).toBe(expected.next);

  const isHere = expected.next !== null && (history.here ?? [4, 5, 6]).includes(expected.next);
  const shown = expected.next === null ? [] : [[expected.next, isHere, !isHere]];
  const row = railOf(await call(home, "/", options), "upNext");
  const shelf = await call(library, "/library?view=continue", options);
  for (const cards of [row?.cards ?? [], shelf.continued]) {
    if (expected.next !== null) expect(cards.map(({ countUp }) => countUp)).toEqual([own?.countUp]);
    expect(
      cards
        .filter(({ news }) => history.aired === undefined || !/^Next airs/.test(news ?? ""))
        .map(({ next, playable: plays, isMissing }) => [next, plays, isMissing]),
    ).toEqual(shown);
  }

  const open = (number: number) => {
    const params = { id: String(id), number: String(number) };
    return call(watchPage, `/watch/${id}/${number}`, { params, ...options });
  };
  const played: Readonly<Record<number, Progress>> = progress;
  if (expected.next !== null) {
    const { sources, progress: own } = await open(expected.next);
    const left: Readonly<Record<number, Progress>> = own;
    expect(sources.length > 0).toBe(isHere);
    expect(left[expected.next]?.position).toBe(played[expected.next]?.position);
  }
  const seen = range(1, history.total ?? 28).filter((number) => played[number]?.watched);
  if (seen.length > 0) {
    const { next, isLast } = await open(Math.max(...seen));
    expect(next?.number ?? (isLast ? "the last one" : "the last one here")).toBe(expected.player);
  }

  await user.send("POST", "/api/user/sitePreferences", { skipFiller: skipsFiller });
  const listed = await user.send("GET", "/api/user/progress/continue");
  expect(dataOf(listed)).toMatchObject(
    expected.next === null ? [] : [{ episode: expected.next, playable: isHere }],
  );
});

it.each([
  ["that aired", { does: [], here: [] }, { next: 4, countUp: 4, isMissing: true }],
  ["to come", { does: [], here: [], aired: 3 }, { next: 4, countUp: null, isMissing: false }],
])("of a title that plays nowhere, Home's row has the episode %s", async (_, made, card) => {
  const id = await addTitle(made);
  const data = { animeId: id, state: "watching", episodesSeen: 3 };
  await user.send("PATCH", "/api/user/watchlist/entry", data);
  const init = { headers: { cookie: user.cookie } };
  const row = railOf(await call(home, "/", { init }), "upNext");
  expect(row?.cards).toMatchObject([{ id, playable: false, ...card }]);
});

it("continues with an episode that the catalog has yet to list", async () => {
  const id = await addTitle({ does: [] });
  await db.execute(`DELETE FROM episodes WHERE anime_mal_id = ${id} AND number > 6`);
  await watch(id, [4, 5, 6]);
  const listed = await user.send("GET", "/api/user/progress/continue");
  expect(dataOf(listed)).toMatchObject([{ episode: 7, title: null, playable: false }]);
});

it("+1 marks what comes next", async () => {
  const id = await addTitle({ does: [] });
  await watch(id, [6, 5, { half: 4 }]);
  const seen = async () => {
    await user.send("POST", "/api/user/watchlist/seen", { animeId: id, episodes: "+1" });
    const entry = await user.send("GET", `/api/user/watchlist/entry?animeId=${id}`);
    return dataOf(entry);
  };
  expect(await seen()).toMatchObject({ episodes_seen: 3 });
  const listed = await user.send("GET", `/api/user/progress?animeId=${id}`);
  expect(dataOf(listed)).toContainEqual(expect.objectContaining({ episode: 4, watched: true }));
});

describe("+1", () => {
  const watchUpTo = (animeId: number, episodesSeen: number) =>
    user.send("PATCH", "/api/user/watchlist/entry", { animeId, state: "watching", episodesSeen });

  /** The episode that an entry offers to mark while another airs in so many seconds. */
  const offeredWhile = (animeId: number, number: number, seconds: number) =>
    db.transaction(async (tx) => {
      // Time stands still within a transaction.
      await tx.execute(sql`
        UPDATE episodes SET aired = now() + ${seconds}::float8 * interval '1 second'
        WHERE anime_mal_id = ${animeId} AND number = ${number}`);
      const entries = await getEntrySummaries(tx, user.userId, [animeId]);
      return entries.get(animeId)?.countUp;
    });

  it("is offered from the second in which the next episode airs", async () => {
    const id = await addTitle({ does: [], aired: 3, here: [1] });
    await watchUpTo(id, 3);
    expect(await offeredWhile(id, 4, 1)).toBeNull();
    expect(await offeredWhile(id, 4, -1)).toBe(4);
  });

  it("is not offered before the first episode", async () => {
    const airing = await addAnimeId(db, { status: "Currently Airing", airing: true, episodes: 12 });
    await db.insert(episodes).values({ animeMalId: airing, number: 1, title: "Episode 1" });
    await watchUpTo(airing, 0);
    expect(await offeredWhile(airing, 1, 1)).toBeNull();
    expect(await offeredWhile(airing, 1, -1)).toBe(1);
    const announced = await addAnimeId(db, { status: "Not yet aired", episodes: 12 });
    await watchUpTo(announced, 0);
    expect(await offeredWhile(announced, 1, 1)).toBeNull();
  });

  it("is offered a week after the catalog's last date, unless it has a later one", async () => {
    const id = await addTitle({ does: [], aired: 3, here: [1] });
    await watchUpTo(id, 3);
    await db.execute(sql`DELETE FROM episodes WHERE anime_mal_id = ${id} AND number > 4`);
    const week = 7 * 86_400;
    expect(await offeredWhile(id, 4, week)).toBeNull();
    await db.execute(sql`DELETE FROM episodes WHERE anime_mal_id = ${id} AND number = 4`);
    expect(await offeredWhile(id, 3, 1 - week)).toBeNull();
    expect(await offeredWhile(id, 3, -week)).toBe(4);
  });

  it("is offered or not alike on the title's page, its card, My list and Home", async () => {
    const id = await addTitle({ does: [], aired: 3, here: [1] });
    await watchUpTo(id, 3);
    const init = { headers: { cookie: user.cookie } };
    const slug = `anime-${id}`;
    const offers = async () => {
      const open = createPageCaller(database);
      const params = { id: String(id), slug };
      const { own, listStates } = await open(titlePage, `/anime/${id}/${slug}`, { params, init });
      const { entries } = await open(listPage, "/list", { init });
      const row = railOf(await open(home, "/", { init }), "upNext");
      return [
        own?.countUp,
        listStates[id]?.countsUp,
        entries.map(({ progress }) => progress.countUp),
        row?.cards.map(({ countUp }) => countUp),
      ];
    };
    await offeredWhile(id, 4, 600);
    expect(await offers()).toEqual([null, false, [null], [null]]);
    await offeredWhile(id, 4, -1);
    expect(await offers()).toEqual([4, true, [4], [4]]);
  });
});

it("a rewatch leaves behind what was played before its first day, in some time zone", async () => {
  const id = await addTitle({ does: [], here: range(1, 28) });
  await watch(id, [{ half: 5 }]);
  const set = (state: string) =>
    user.send("PATCH", "/api/user/watchlist/entry", { animeId: id, state });
  await set("completed");
  await set("rewatching");
  const init = { headers: { cookie: user.cookie } };
  const slug = `anime-${id}`;
  const params = { id: String(id), slug };
  const nextAfter = async (days: number) => {
    await db.execute(
      `UPDATE playback_positions SET updated_at = now() - interval '${days} days' WHERE anime_mal_id = ${id}`,
    );
    const page = await call(titlePage, `/anime/${id}/${slug}`, { params, init });
    const row = railOf(await call(home, "/", { init }), "upNext");
    const progress: Readonly<Record<number, { position: number }>> = page.progress;
    expect(progress[5]?.position).toBe(days > 1 ? 0 : 700);
    return [row?.cards[0]?.next, nextEpisodeToPlay(page.playable, page.progress, page.span)];
  };
  expect(await nextAfter(0)).toEqual([5, { number: 5, kind: "continue" }]);
  expect(await nextAfter(1)).toEqual([5, { number: 5, kind: "continue" }]);
  expect(await nextAfter(2)).toEqual([1, { number: 1, kind: "begin" }]);
});
