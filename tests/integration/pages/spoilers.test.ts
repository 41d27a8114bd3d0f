import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RATE_LIMIT_DEFAULTS } from "~/config/rate-limits";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { rooms } from "~db/schema";
import { addAnimes, addEpisodes, addRelation, indexForSearch } from "../../factories/anime";
import { crawlSite, fetchVisit, type Visit } from "../../support/crawl/crawl-site";
import { fillPattern, routePatterns } from "../../support/crawl/route-paths";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { PATIENCE } from "../../support/server/patience";
import { dataOf, signUpClient, type SignedInClient } from "../../support/server/signed-in";
import { startSite, type Site } from "../../support/server/site";

/** A word in titles, synopses and images of episodes 3 and later, and in nothing else. */
const UNSEEN = "qzxunseenqzx";
/** A word in those of episodes 1 and 2. */
const SEEN = "qzxseenqzx";
const SCORE = 8.37;
/** The other user's score, from 0 to 100. */
const OTHER_SCORE = 97;
const IDS = [2_001, 2_002, 2_003, 2_004] as const;
const [FIRST, SECOND] = IDS;
const COMPLETED = 2_004;
const ROOM = randomBytes(16).toString("base64url");
const YEAR = String(new Date().getUTCFullYear());
const HIDE_EVERYTHING = {
  hideEpisodeTitles: true,
  hideEpisodeSynopses: true,
  hideEpisodePictures: true,
  hideScores: true,
  hideReviews: true,
};
/** React Router requests data at these paths. */
const DATA_PATHS = [
  "/_.data",
  "/browse.data",
  "/list.data",
  `/anime/${FIRST}/harbor-${FIRST}.data`,
  `/watch/${FIRST}/3.data`,
  `/room/${ROOM}.data`,
];
/** Other users' sessions, the API and what is revealed on purpose. */
const SKIPPED = /[?&]reveal=|^\/(?:assets|api|media\/files|admin)|signout/;

const database = await testDatabase();
const { db } = database;
let site: Site;
let user: SignedInClient;
let other: SignedInClient;

const marked = (marker: string) => ({
  title: `${marker} title`,
  titleJapanese: `${marker} japanese`,
  titleRomanji: `${marker} romaji`,
  description: `${marker} synopsis`,
  imageUrl: `https://pictures.akari.test/${marker}.jpg`,
  videoSource: "https://video.akari.test/plain.m3u8",
});

async function setPreferences(client: SignedInClient, preferences: object): Promise<void> {
  const response = await client.send("POST", "/api/user/sitePreferences", preferences);
  expect(response.status).toBe(200);
}

beforeAll(async () => {
  await addAnimes(
    db,
    ...IDS.map((mal_id, index) => ({
      mal_id,
      title: `Harbor ${mal_id}`,
      score: SCORE,
      popularity: index + 1,
      episodes: 6,
      status: "Currently Airing",
      airing: true,
      genres: ["Drama"],
      studios: ["Lantern Works"],
      synopsis: "A harbor at night.",
      year: Number(YEAR),
      broadcast_day: new Intl.DateTimeFormat("en", { weekday: "long" }).format(),
      broadcast_time: "12:00",
      broadcast_timezone: "Asia/Tokyo",
    })),
  );
  for (const id of IDS) {
    await addEpisodes(db, id, 1, 2, marked(SEEN));
    await addEpisodes(db, id, 3, 6, marked(UNSEEN));
  }
  await addRelation(db, FIRST, "SEQUEL", SECOND);
  await db.insert(rooms).values({
    id: ROOM,
    animeMalId: FIRST,
    episode: 3,
    positionSeconds: 0,
    at: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  await indexForSearch(db);
  await rebuildFranchises(db);
  site = await startSite({
    ...databaseEnvironment(database.options),
    ...PATIENCE,
    RATE_LIMITS: Object.keys(RATE_LIMIT_DEFAULTS)
      .map((limit) => `${limit}=1000000/60`)
      .join(","),
  });
  user = await signUpClient(site.url);
  other = await signUpClient(site.url);
  for (const animeId of [FIRST, SECOND, 2_003])
    await user.send("PATCH", "/api/user/watchlist/entry", {
      animeId,
      state: "watching",
      episodesSeen: 2,
    });
  await user.send("POST", "/api/user/progress", {
    entries: [{ animeId: FIRST, episode: 3, position: 60, duration: 1_400 }],
  });
  await other.send("POST", "/api/user/sitePreferences", { publicProfile: true, publicList: true });
  const scale = await other.send("POST", "/api/saveUserPreferences", { scoreScale: "100" });
  expect(scale.status).toBe(200);
  await other.send("PATCH", "/api/user/watchlist/entry", {
    animeId: FIRST,
    state: "watching",
    score: OTHER_SCORE,
  });
});
beforeEach(() => setPreferences(user, HIDE_EVERYTHING));
afterAll(() => site.stop());

function seeds(): string[] {
  const patterns = routePatterns().filter((pattern) => !/^\/(?:api|admin)/.test(pattern));
  const paths = patterns.flatMap((pattern) =>
    fillPattern(
      pattern,
      pattern.startsWith("/user/")
        ? { id: [user.userId, other.userId] }
        : {
            id: IDS.map(String),
            slug: ["harbor-2001"],
            number: ["1", "2", "3", "6"],
            name: ["Drama", "Lantern-Works"],
            filter: ["themes", "tags"],
            kind: ["cover"],
            size: ["360.webp"],
            folder: ["demo"],
            cid: ["bafkreia"],
            file: ["en.js"],
            year: [YEAR],
            season: ["fall", "winter", "spring", "summer"],
            image: ["wide.svg"],
            token: ["none"],
            code: ["none"],
            feed: ["episodes.atom", "browse.json"],
            part: ["titles-0.xml"],
            room: [ROOM],
            "*": ["no-such-page"],
          },
    ),
  );
  return [...paths, ...DATA_PATHS, "/browse?search_query=harbor", "/suggest?q=harbor"].filter(
    (path) => !SKIPPED.test(path) && path !== "/room/" && !path.endsWith("/live"),
  );
}

const crawl = () =>
  crawlSite({ origin: site.url, cookie: user.cookie, seeds: seeds(), skips: SKIPPED });
const naming = (visits: readonly Visit[], text: string) =>
  visits.filter((visit) => visit.text.includes(text)).map(({ request }) => request);
const visit = (path: string, { cookie } = user) => fetchVisit(site.url, { path, cookie });

describe("a user who hides spoilers", () => {
  it(
    "finds them on no page and in no page's data",
    { tags: "rest", timeout: 300_000 },
    async () => {
      const visits = await crawl();
      expect(visits.filter(({ status }) => status >= 500)).toEqual([]);
      expect(naming(visits, UNSEEN)).toEqual([]);
      expect(naming(visits, String(SCORE))).toEqual([]);
      // The crawl reached the places where they would be.
      const requests = visits.map(({ request }) => request);
      for (const path of [
        "/",
        "/browse",
        "/list",
        "/schedule",
        `/watch/${FIRST}/3`,
        `/room/${ROOM}`,
      ])
        expect(requests).toContain(`GET ${path}`);
      expect(naming(visits, `Harbor ${FIRST}`)).toEqual(
        expect.arrayContaining(DATA_PATHS.map((path) => `GET ${path}`)),
      );
      expect(naming(visits, SEEN)).toContain(`GET /anime/${FIRST}/harbor-${FIRST}`);
    },
  );

  it("does not see what another user gave a title", async () => {
    const list = await visit(`/user/${other.userId}/list`);
    expect(list.text).toContain(`Harbor ${FIRST}`);
    expect(list.text).not.toContain(`>${OTHER_SCORE}<`);
    await setPreferences(user, { hideReviews: false });
    const shown = await visit(`/user/${other.userId}/list`);
    expect(shown.text).toContain(`>${OTHER_SCORE}<`);
  });

  it("reveals one episode, all of them, or the score of a page", async () => {
    const path = `/watch/${FIRST}/4`;
    expect((await visit(path)).text).not.toContain(UNSEEN);
    const one = await visit(`${path}?reveal=4`);
    for (const part of ["title", "japanese", "synopsis"])
      expect(one.text).toContain(`${UNSEEN} ${part}`);
    expect((await visit(`${path}?reveal=5`)).text).not.toContain(`${UNSEEN} synopsis`);
    const title = `/anime/${FIRST}/harbor-${FIRST}`;
    expect((await visit(title)).text).toContain("?reveal=4");
    expect((await visit(`${title}?reveal=episodes`)).text).toContain(`${UNSEEN} japanese`);
    expect((await visit(`${title}?reveal=scores`)).text).toContain(String(SCORE));
    expect((await visit(`/?reveal=${SECOND}`)).text).toContain(`${UNSEEN} title`);
  });

  it("sees the episodes of a title that was completed before", async () => {
    const rewatcher = await signUpClient(site.url);
    await setPreferences(rewatcher, HIDE_EVERYTHING);
    for (const state of ["completed", "rewatching"])
      await rewatcher.send("PATCH", "/api/user/watchlist/entry", { animeId: COMPLETED, state });
    const { text } = await visit(`/watch/${COMPLETED}/5`, rewatcher);
    expect(text).toContain(`${UNSEEN} synopsis`);
    expect((await visit("/", rewatcher)).text).toContain(`Harbor ${COMPLETED}`);
  });

  it("gets the same responses from the API", async () => {
    const response = await user.send("GET", `/api/episodes?id=${FIRST}`);
    expect(dataOf<{ title: string }[]>(response)[3]?.title).toBe(`${UNSEEN} title`);
    const anime = await user.send("GET", `/api/animes/getAnime?id=${FIRST}`);
    expect(dataOf<{ score: number }>(anime).score).toBe(SCORE);
  });
});

it("shows everything to a user who hides nothing, and to a visitor", async () => {
  await setPreferences(
    user,
    Object.fromEntries(Object.keys(HIDE_EVERYTHING).map((key) => [key, false])),
  );
  const path = `/anime/${FIRST}/harbor-${FIRST}`;
  for (const cookie of [user.cookie, undefined]) {
    const { text } = await fetchVisit(site.url, { path, cookie });
    expect(text).toContain(`${UNSEEN} title`);
    expect(text).toContain(String(SCORE));
    expect(text).not.toContain("?reveal=");
  }
  expect((await visit("/")).text).toContain(`${UNSEEN} title`);
});
