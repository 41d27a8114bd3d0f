// @module-tag rest
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { RATE_LIMIT_DEFAULTS } from "~/config/rate-limits";
import { setTitleWithdrawn } from "~/features/curation/withdraw-title.server";
import { createCalendarLink } from "~/features/accounts/tokens/calendar-link.server";
import { PATIENCE } from "../../support/server/patience";
import { startSite, type Site } from "../../support/server/site";
import { crawlSite, fetchVisit, type Visit } from "../../support/crawl/crawl-site";
import {
  fillAccount as fillListedAccount,
  fillFavorites,
  followDramas,
  shareYear,
  THIS_SEASON,
  THIS_YEAR,
} from "../../support/crawl/marked-accounts";
import {
  OTHERS,
  readCalls,
  seeds,
  valuesFor,
  type CrawledSite,
} from "../../support/crawl/marked-requests";
import {
  FIRST_MARKED,
  MARKED_ROOM,
  markedIds,
  MARKER,
  plantTitles,
  VISIBLE_IDS,
} from "../../support/crawl/marked-titles";
import { failed, leaks, named, NO_LEAKS } from "../../support/crawl/marked-visits";
import { writeEverywhere } from "../../support/crawl/marked-writes";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { signUpClient, type SignedInClient } from "../../support/server/signed-in";

const MATURE_IDS = markedIds(6);
/** Titles that are mature by rating, and by genre. */
const SEED_IDS = MATURE_IDS.slice(0, 2);

const database = await testDatabase();
const { db } = database;
let server: Site;
/** Watches mature titles; its parental control is the test's subject. */
let owner: SignedInClient;
/** A user who has a public profile full of mature titles. */
let other: SignedInClient;
let crawled: CrawledSite;

beforeAll(async () => {
  await plantTitles(db, {
    ids: MATURE_IDS,
    listed: MATURE_IDS,
    // Each condition of the rule alone.
    markedFields: (index) => ({
      rating: index % 2 === 0 ? "Rx - Hentai" : "PG-13 - Teens 13 or older",
      genres: index % 2 === 0 ? [] : ["Erotica"],
    }),
  });
  server = await startSite({
    ...databaseEnvironment(database.options),
    ...PATIENCE,
    RATE_LIMITS: Object.keys(RATE_LIMIT_DEFAULTS)
      .map((limit) => `${limit}=1000000/60`)
      .join(","),
  });
  owner = await signUpClient(server.url);
  other = await signUpClient(server.url);
  for (const account of [owner, other]) {
    await fillAccount(account);
    await fillFavorites(account, MATURE_IDS);
  }
  const reviews = [await shareYear(owner), await shareYear(other)];
  const calendars = [await createCalendarLink(db, owner.userId)];
  const users = [owner.userId, other.userId];
  crawled = { seedIds: SEED_IDS, listed: MATURE_IDS, users, reviews, calendars };
  await followDramas(database, owner);
}, 300_000);
afterAll(() => server.stop());

const fillAccount = (account: SignedInClient) => fillListedAccount(database, account, MATURE_IDS);

const setParentalControl = async (parentalControl: boolean) => {
  const response = await owner.send("POST", "/api/saveUserPreferences", { parentalControl });
  expect(response.status).toBe(200);
};

const crawl = (cookie?: string, more: string[] = []) =>
  crawlSite({ origin: server.url, cookie, seeds: [...seeds(crawled), ...more], skips: OTHERS });

const write = () => writeEverywhere({ origin: server.url, cookie: owner.cookie }, crawled);

/** Finds nothing of mature titles. */
const expectNoLeaks = (visits: readonly Visit[]) =>
  expect(leaks(visits, MATURE_IDS)).toEqual(NO_LEAKS);

/** An idle machine crawls the site in ten seconds. */
const UNTIL_CRAWLED = { timeout: 300_000 };

describe("a mature title", UNTIL_CRAWLED, () => {
  it("is named on many pages while parental control is off", async () => {
    await fillAccount(owner);
    await fillFavorites(owner, MATURE_IDS);
    const expected = [
      "GET /:",
      "GET /browse",
      "GET /suggest",
      "GET /schedule",
      `GET /season/${THIS_YEAR}/${THIS_SEASON}`,
      "GET /schedule/mine.ics?code=",
      "GET /feed/mine.atom?code=",
      "GET /feed/mine.json?code=",
      "GET /list",
      "GET /list/import",
      "GET /profile",
      `GET /user/${other.userId}`,
      `GET /user/${other.userId}/list`,
      `GET /profile/${THIS_YEAR}:`,
      "GET /profile/statistics",
      `GET /review/${crawled.reviews[1] ?? ""}:`,
      `GET /anime/${FIRST_MARKED}`,
      `GET /character/${FIRST_MARKED}`,
      `GET /person/${FIRST_MARKED}`,
      "GET /person/1001",
      `GET /credits/${FIRST_MARKED}`,
      "GET /api/user/favorites",
      `GET /watch/${FIRST_MARKED}/1`,
      `GET /room/${MARKED_ROOM}`,
      "GET /anime/1001/velvet-harbor-1001",
      "GET /signup/tastes",
      "GET /notifications",
      "GET /offline",
      "GET /api/user/notifications",
      "GET /api/user/watchList",
      "GET /api/user/watchList/export",
      "GET /api/user/watchList/import",
      "GET /api/user/progress/continue",
      "GET /api/user/export",
    ];
    const visits = await crawlSite({
      origin: server.url,
      cookie: owner.cookie,
      seeds: seeds(crawled),
      skips: OTHERS,
      followsLinks: false,
    });
    expect(failed(visits)).toEqual([]);
    const naming = named(visits).join("\n");
    for (const request of expected) expect(naming).toContain(request);
  });

  it("is nowhere for a user with parental control", async () => {
    await setParentalControl(true);
    expectNoLeaks(await crawl(owner.cookie));
  });

  it("is nowhere for a visitor", async () => {
    // The owner's private calendar is among the addresses.
    await setParentalControl(true);
    expectNoLeaks(await crawl());
  });

  it("is not named by the response to any write of a user with parental control", async () => {
    await setParentalControl(true);
    expect({ ...leaks(await write(), MATURE_IDS), opened: [] }).toEqual(NO_LEAKS);
  });

  it("stays in the user's own data, and is named again without parental control", async () => {
    await fillAccount(owner);
    await setParentalControl(true);
    const idsOf = async () => {
      const { text } = await fetchVisit(server.url, {
        path: "/api/user/export",
        cookie: owner.cookie,
      });
      const { data } = JSON.parse(text.split("\n", 1)[0] ?? "") as {
        data: {
          watch_list: { mal_id: number; title: string | null }[];
          profile: { favorite_genres: string[]; favorite_studios: string[] };
        };
      };
      return data;
    };
    const hidden = await idsOf();
    expect(hidden.watch_list.map(({ mal_id }) => mal_id)).toEqual(
      expect.arrayContaining([...MATURE_IDS]),
    );
    expect(
      hidden.watch_list
        .filter(({ title }) => title === null)
        .map(({ mal_id }) => mal_id)
        .sort(),
    ).toEqual([...MATURE_IDS]);
    // The form shows neither name, but keeps both.
    const body = new URLSearchParams({
      save: "tastes",
      favorite_genres: "Comedy",
      favorite_studios: "",
    });
    await fetchVisit(server.url, {
      path: "/signup/tastes?edit=1",
      cookie: owner.cookie,
      init: { method: "POST", body },
    });
    const { profile } = await idsOf();
    expect(profile.favorite_genres.toSorted()).toEqual(["Comedy", `${MARKER}genre`]);
    expect(profile.favorite_studios).toEqual([`${MARKER}studio`]);
    await setParentalControl(false);
    expect((await idsOf()).watch_list.every(({ title }) => title !== null)).toBe(true);
  });
});

describe("a title that the site hides", UNTIL_CRAWLED, () => {
  const hide = async () => {
    for (const id of MATURE_IDS) expect(await setTitleWithdrawn(db, id, true)).toBe(true);
    // The service hears of the change a moment later. `expect.poll` needs a test, not a hook.
    await vi.waitFor(
      async () => {
        const { text } = await fetchVisit(server.url, { path: "/browse", cookie: owner.cookie });
        expect(text).not.toContain(MARKER);
      },
      { timeout: 60_000 },
    );
  };

  beforeAll(async () => {
    await fillAccount(owner);
    await fillFavorites(owner, MATURE_IDS);
    await setParentalControl(false);
    await hide();
  }, UNTIL_CRAWLED.timeout);
  afterAll(async () => {
    for (const id of MATURE_IDS) await setTitleWithdrawn(db, id, false);
  });

  it("is nowhere, also for a user without parental control", async () => {
    expectNoLeaks(await crawl(owner.cookie));
  });

  it("is nowhere for a visitor whose URL turns parental control off", async () => {
    expectNoLeaks(await crawl(undefined, readCalls(valuesFor(crawled, false))));
  });

  it("is not found, rather than forbidden", async () => {
    for (const path of [
      `/anime/${FIRST_MARKED}`,
      `/watch/${FIRST_MARKED}/1`,
      `/api/animes/getAnime?id=${FIRST_MARKED}&parental_control=false`,
      `/api/episodes?id=${FIRST_MARKED}&parental_control=false`,
      `/media/cover/${FIRST_MARKED}/360.webp`,
      `/character/${FIRST_MARKED}`,
      `/person/${FIRST_MARKED}`,
      `/credits/${FIRST_MARKED}`,
      `/api/characters?id=${FIRST_MARKED}&parental_control=false`,
      `/api/people?id=${FIRST_MARKED}&parental_control=false`,
      `/api/animes/credits?id=${FIRST_MARKED}&parental_control=false`,
    ])
      expect(await fetchVisit(server.url, { path, cookie: owner.cookie })).toMatchObject({
        status: 404,
      });
  });

  it("is not named by the response to any write", async () => {
    expect({ ...leaks(await write(), MATURE_IDS), opened: [] }).toEqual(NO_LEAKS);
  });

  it("is in no total and in no search table", async () => {
    const { text } = await fetchVisit(server.url, {
      path: "/api/animes/full?parental_control=false",
    });
    const [json = ""] = text.split("\n", 1);
    expect((JSON.parse(json) as { meta: { total_items: number } }).meta.total_items).toBe(
      VISIBLE_IDS.length,
    );
    const rows = await db.execute(
      sql`SELECT mal_id FROM anime_title_keys WHERE mal_id > 990000 UNION SELECT mal_id FROM anime_title_words WHERE mal_id > 990000`,
    );
    expect([...rows]).toEqual([]);
  });

  it("stays in the user's export and on the list, and is back when it is shown again", async () => {
    onTestFinished(hide);
    await fillAccount(owner);
    const exported = async () => {
      const path = "/api/user/watchList/export";
      const { text } = await fetchVisit(server.url, { path, cookie: owner.cookie });
      return text;
    };
    expect(await exported()).toContain(String(FIRST_MARKED));
    for (const id of MATURE_IDS) expect(await setTitleWithdrawn(db, id, false)).toBe(true);
    expect(await setTitleWithdrawn(db, FIRST_MARKED, false)).toBe(false);
    const list = () => fetchVisit(server.url, { path: "/list", cookie: owner.cookie });
    await expect.poll(async () => named([await list()])).not.toEqual([]);
    expect(await exported()).toContain(MARKER);
  });
});
