// @module-tag rest
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { RATE_LIMIT_DEFAULTS } from "~/config/rate-limits";
import type { Anime } from "~/features/catalog/anime";
import { computeSuggestions } from "~/features/suggestions/compute-suggestions.server";
import { loadTasteCatalog } from "~/features/suggestions/load-taste-catalog.server";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { setTitleWithdrawn } from "~/features/curation/withdraw-title.server";
import { createCalendarLink } from "~/features/accounts/tokens/calendar-link.server";
import { saveSearch } from "~/features/saved-search/saved-searches.server";
import { PATIENCE } from "../../support/server/patience";
import { startSite, type Site } from "../../support/server/site";
import { addAnimes, addEpisodes, addRelation, indexForSearch } from "../../factories/anime";
import { addCredits, characterRow, staffRow, voiceActor } from "../../factories/credits";
import { crawlSite, fetchVisit, type Visit } from "../../support/crawl/crawl-site";
import { endpointRequests } from "../../support/crawl/endpoint-requests";
import { fillPattern, routePatterns } from "../../support/crawl/route-paths";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { signUpClient, type SignedInClient } from "../../support/server/signed-in";
import { rooms } from "~db/schema";

/** A word in all texts of mature titles, and nowhere else. */
const MARKER = "qzxmarkedqzx";
/** A word in titles of both kinds, so searching for it reflects no marker. */
const COMMON_WORD = "Velvet";
const MATURE_IDS = [990_101, 990_102, 990_103, 990_104, 990_105, 990_106] as const;
const VISIBLE_IDS = Array.from({ length: 24 }, (_, index) => 1_001 + index);
const [FIRST_MATURE] = MATURE_IDS;
/** Titles that are mature by rating, and by genre. */
const SEED_IDS = MATURE_IDS.slice(0, 2);
const MATURE_ROOM = "a_room_of_22_character";

const database = await testDatabase();
const { db } = database;
let server: Site;
/** Watches mature titles; its parental control is the test's subject. */
let owner: SignedInClient;
/** A user who has a public profile full of mature titles. */
let other: SignedInClient;

/** Tokens of shared years in review. */
const shared: string[] = [];
const THIS_YEAR = String(new Date().getUTCFullYear());
const THIS_SEASON = ["winter", "spring", "summer", "fall"][
  Math.floor(new Date().getUTCMonth() / 3)
];
/** Codes of private calendar links. */
const calendars: string[] = [];

beforeAll(async () => {
  await fillCatalog();
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
    await fillFavorites(account);
  }
  for (const account of [owner, other]) shared.push(await shareYear(account));
  calendars.push(await createCalendarLink(db, owner.userId));
  await followDramas(owner);
}, 300_000);
afterAll(() => server.stop());

/** Mature titles lead every order: score, popularity, date, season, broadcast. */
async function fillCatalog(): Promise<void> {
  const now = new Date();
  const shared: Partial<Anime> = {
    status: "Currently Airing",
    airing: true,
    year: now.getUTCFullYear(),
    season: (["Winter", "Spring", "Summer", "Fall"] as const)[Math.floor(now.getUTCMonth() / 3)],
    aired_from: new Date(now.getTime() - 86_400_000).toISOString(),
    broadcast_time: "12:00",
    broadcast_timezone: "Asia/Tokyo",
  };
  const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  await addAnimes(
    db,
    ...VISIBLE_IDS.map((mal_id, index) => ({
      ...shared,
      mal_id,
      title: `${COMMON_WORD} Harbor ${mal_id}`,
      genres: ["Drama", index % 2 === 0 ? "Mystery" : "Comedy"],
      studios: ["Lantern Works"],
      themes: ["School"],
      popularity: 100 + index,
      score: 7,
      broadcast_day: days[index % 7] ?? null,
    })),
    ...MATURE_IDS.map((mal_id, index) => matureTitle(mal_id, { ...shared, index })),
  );
  for (const id of [...VISIBLE_IDS.slice(0, 6), ...MATURE_IDS])
    await addEpisodes(db, id, 1, 3, {
      videoSource: "https://video.akari.test/plain.m3u8",
      ...((MATURE_IDS as readonly number[]).includes(id) ? matureEpisode(id) : {}),
    });
  for (const id of MATURE_IDS) {
    await addRelation(db, 1_001, "SEQUEL", id);
    await addRelation(db, id, "PREQUEL", 1_001);
    await addRelation(db, 1_002, "SIDE_STORY", id);
  }
  await db.insert(rooms).values({
    id: MATURE_ROOM,
    animeMalId: FIRST_MATURE,
    episode: 1,
    positionSeconds: 0,
    at: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  await fillCredits();
  await indexForSearch(db);
  await rebuildFranchises(db);
}

/** Characters and people have the id of their title; 1001 is known from titles of both kinds. */
async function fillCredits(): Promise<void> {
  const shared = voiceActor(1_001, { name: `${COMMON_WORD} Actor` });
  const word = (field: string) => `${COMMON_WORD} ${MARKER}${field}`;
  const image = `https://pictures.akari.test/${MARKER}portrait.jpg`;
  const own = (mal_id: number) => characterRow(mal_id, mal_id, { name: `${COMMON_WORD} Person` });
  await addCredits(db, {
    characters: [
      { ...own(1_001), voice_actors: [shared] },
      { ...own(1_002), voice_actors: [voiceActor(1_002)] },
      ...MATURE_IDS.map((id) =>
        characterRow(id, id, {
          name: word("character"),
          name_japanese: word("characterjapanese"),
          image,
          // This exceeds any other number.
          favorites: 1_000_000,
          voice_actors: [
            shared,
            voiceActor(id, { name: word("actor"), image, language: `${MARKER}language` }),
          ],
        }),
      ),
      // Seen in a mature title too.
      { ...own(FIRST_MATURE), character_id: 1_001 },
    ],
    staff: [
      staffRow(1_002, 1_001, { name: `${COMMON_WORD} Actor` }),
      ...MATURE_IDS.flatMap((id) => [
        staffRow(id, id + 1_000, { name: word("staff"), roles: ["Director", `${MARKER}role`] }),
        staffRow(id, 1_001, { name: `${COMMON_WORD} Actor`, roles: [`${MARKER}sharedrole`] }),
      ]),
    ],
    themes: [
      { mal_id: 1_001, openings: ["A song"] },
      ...MATURE_IDS.map((mal_id) => ({
        mal_id,
        openings: [word("opening")],
        endings: [{ title: "Ending", artist: word("artist") }],
      })),
    ],
  });
}

/** Fills them with parental control off. */
async function fillFavorites(account: SignedInClient): Promise<void> {
  for (const type of ["character", "person"])
    for (const id of [...MATURE_IDS, 1_001])
      expect((await account.send("POST", "/api/user/favorites", { type, id })).status).toBe(200);
}

function matureTitle(
  mal_id: number,
  { index, ...shared }: Partial<Anime> & { index: number },
): Partial<Anime> {
  const word = (field: string) => `${COMMON_WORD} ${MARKER}${field} ${mal_id}`;
  const url = (field: string) => `https://pictures.akari.test/${MARKER}${field}.jpg`;
  return {
    ...shared,
    mal_id,
    // Each condition of the rule alone.
    rating: index % 2 === 0 ? "Rx - Hentai" : "PG-13 - Teens 13 or older",
    genres: ["Drama", "Mystery", `${MARKER}genre`, ...(index % 2 === 0 ? [] : ["Erotica"])],
    studios: ["Lantern Works", `${MARKER}studio`],
    producers: [`${MARKER}producer`],
    licensors: [`${MARKER}licensor`],
    themes: ["School", `${MARKER}theme`],
    title: word("title"),
    title_english: word("english"),
    title_japanese: word("japanese"),
    title_synonyms: [word("synonym")],
    synopsis: word("synopsis"),
    background: word("background"),
    source: `${MARKER}source`,
    duration: "24 min per ep",
    score: 9.9,
    popularity: index + 1,
    broadcast_day: ["Monday", "Wednesday", "Friday"][index % 3] ?? null,
    image_url: url("image"),
    image_webp: url("webp"),
    image_small_webp: url("small"),
    image_large_webp: url("large"),
    banner_image: url("banner"),
    youtube_id: `${MARKER}youtube`,
    trailer_url: url("trailer"),
    trailer_embed_url: url("embed"),
    trailer_image_url: url("trailerimage"),
    url: url("page"),
  };
}

const matureEpisode = (id: number) => ({
  title: `${MARKER} episode of ${id}`,
  titleJapanese: `${MARKER} japanese episode`,
  titleRomanji: `${MARKER} romanji episode`,
  description: `${MARKER} description`,
  imageUrl: `https://pictures.akari.test/${MARKER}episode.jpg`,
  videoSource: `https://video.akari.test/${MARKER}.m3u8`,
});

/** Fills it with parental control off. */
async function fillAccount(account: SignedInClient): Promise<void> {
  const send = async (method: string, path: string, body: unknown) => {
    const response = await account.send(method, path, body);
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
  };
  await send("POST", "/api/saveUserPreferences", { parentalControl: false });
  await send("POST", "/api/user/sitePreferences", {
    publicProfile: true,
    publicList: true,
  });
  const types = ["Watching", "To Watch", "Completed", "Collection"];
  for (const [index, animeId] of [...MATURE_IDS, 1_001, 1_003].entries())
    await send("POST", "/api/user/watchList", { animeId, type: types[index % types.length] });
  await send("POST", "/api/user/progress", {
    entries: [...MATURE_IDS, 1_001].map((animeId) => ({
      animeId,
      episode: 1,
      position: 100,
      duration: 1_400,
    })),
  });
  await send("POST", "/api/user/profile", {
    name: "Faye",
    last_name: "Valentine",
    gender: "female",
    favorite_animes: [...MATURE_IDS, 1_001],
    watched_animes: [...MATURE_IDS, 1_002],
    favorite_genres: [`${MARKER}genre`, "Drama"],
    favorite_studios: [`${MARKER}studio`, "Lantern Works"],
  });
  const imported = await account.send("POST", "/api/user/watchList/import", listFile(), {
    "content-type": "application/xml",
  });
  expect(imported.status).toBe(200);
  expect(await computeSuggestions(db, await loadTasteCatalog(db), account.userId)).toBeGreaterThan(
    0,
  );
}

async function shareYear({ cookie }: SignedInClient): Promise<string> {
  const path = `/profile/${THIS_YEAR}`;
  const init = { method: "POST", body: new URLSearchParams({ intent: "share" }) };
  expect(await fetchVisit(server.url, { path, cookie, init })).toMatchObject({ status: 303 });
  const { text } = await fetchVisit(server.url, { path, cookie });
  return /\/review\/([\w-]{24})/.exec(text)?.[1] ?? "";
}

/** A pinned search of which every mature title is a new match. */
async function followDramas({ userId }: SignedInClient): Promise<void> {
  await saveSearch(database, userId, {
    name: "Dramas",
    url: "/browse?genre_filter=Drama&order_by=popularity",
    origin: "http://akari.test",
    pinned: true,
    followed: true,
  });
  await db.execute(
    sql`UPDATE saved_searches SET known = '{}', fresh = known WHERE user_id = ${userId}::uuid`,
  );
}

/** Names mature titles, also in rows that cannot be imported. */
function listFile(): string {
  const entry = (id: number, status: string) =>
    `<anime><series_animedb_id>${id}</series_animedb_id><series_title>${MARKER} of the file</series_title><my_status>${status}</my_status></anime>`;
  return `<?xml version="1.0" ?><myanimelist>${[
    ...MATURE_IDS.map((id, index) => entry(id, index % 2 === 0 ? "Completed" : "Dropped")),
    entry(FIRST_MATURE, "No such state"),
  ].join(
    "",
  )}<anime><series_animedb_id>1004</series_animedb_id><series_title>Harbor</series_title><my_status>Watching</my_status></anime></myanimelist>`;
}

const setParentalControl = async (parentalControl: boolean) => {
  const response = await owner.send("POST", "/api/saveUserPreferences", { parentalControl });
  expect(response.status).toBe(200);
};

/** Ends the session or the account, or redirects to another server. */
const ENDS_THE_SESSION = /signout|\/api\/user\/(?:account|sessions)|\/api\/auth\/|tokens/;
/** Content of others: upstream bytes, the build's files. Events do not end. */
const OTHERS = /^\/(?:assets|api\/(?:proxy|videoProxy|auth)|media\/files)|signout|\/live$/;

function seeds(): string[] {
  const patterns = routePatterns().filter((pattern) => pattern !== "/api/*");
  const paths = patterns.flatMap((pattern) =>
    fillPattern(
      pattern,
      pattern.startsWith("/user/")
        ? { id: [owner.userId, other.userId] }
        : {
            id: ["1001", "1002", ...SEED_IDS.map(String)],
            slug: ["any-title"],
            number: ["1", "2"],
            name: ["Drama", "Lantern-Works", "Erotica"],
            filter: ["themes", "tags", "sources", "producers"],
            kind: ["cover", "banner", "social"],
            size: ["360.webp", "1600x400.webp", "1200.jpg"],
            folder: ["demo"],
            cid: ["bafkreia"],
            file: ["en.js", "es.js"],
            year: [THIS_YEAR],
            image: ["wide.svg", "square.svg"],
            run: ["1"],
            token: shared,
            part: ["names.xml", "titles-0.xml", "titles-99.xml"],
            room: [MATURE_ROOM],
            season: ["winter", "spring", "summer", "fall"],
            "*": ["no-such-page"],
          },
    ),
  );
  const queries = [
    "/anime/1001/velvet-harbor-1001",
    "/credits/1001/velvet-harbor-1001",
    "/franchise/1001/velvet-harbor-1001",
    "/person/1001/velvet-actor",
    "/character/1001/velvet-person",
    `/suggest?q=${COMMON_WORD}`,
    `/suggest?q=${MARKER.slice(0, 4)}`,
    `/suggest?q=Person`,
    "/credits/1001/velvet-harbor-1001?show=staff",
    "/person/1001/velvet-actor?role=main",
    "/person/1001/velvet-actor?role=staff",
    "/character/1001/velvet-person?page=2",
    `/browse?search_query=${COMMON_WORD}`,
    "/browse?order_by=popularity",
    "/browse?order_by=newest",
    "/browse?genre_filter=Drama",
    "/browse?rating_filter=rx",
    "/browse?view=list",
    "/browse?hide=seen,planned,dropped,franchise",
    "/browse?hide=franchise&order_by=newest",
    "/browse?franchises=collapse",
    `/browse?franchises=collapse&search_query=${COMMON_WORD}`,
    "/browse?franchises=collapse&hide=seen&order_by=newest",
    "/list?state=all&franchises=collapse",
    "/api/animes?franchises=collapse",
    "/api/animes?franchises=collapse&hide=planned&parental_control=false",
    `/browse?search_query=Person`,
    `/browse?search_query=${MARKER.slice(0, 4)}`,
    "/?hide=planned,franchise",
    "/genre/Drama?hide=seen,franchise",
    "/studio/Lantern-Works?hide=dropped",
    "/anime/1002/velvet-harbor-1002?hide=franchise",
    `/suggest?q=${COMMON_WORD}&hide=planned`,
    "/random?hide=planned",
    "/api/animes?hide=seen,franchise&parental_control=false",
    "/api/animes/facets?hide=planned&parental_control=false",
    "/api/animes/random?hide=planned&parental_control=false",
    `/api/animes/suggest?q=${COMMON_WORD}&hide=planned&parental_control=false`,
    "/api/animes/similar?id=1002&hide=seen&parental_control=false",
    "/franchise/1001?order=story",
    "/discover",
    "/discover/sequels?page=1",
    "/schedule?show=mine",
    `/season/${THIS_YEAR}/${THIS_SEASON}?by=type`,
    "/season/upcoming?page=1",
    "/searches?save=%2Fbrowse%3Fgenre_filter%3DDrama",
    ...calendars.map((code) => `/schedule/mine.ics?code=${code}`),
    "/list?state=planned",
    "/list?state=completed",
    "/list?state=collection",
    "/list/history?page=1",
    `/list?q=${COMMON_WORD}`,
    "/list/import?done=1",
    `/profile/statistics?year=${THIS_YEAR}`,
    `/user/${other.userId}/list?state=completed`,
    "/signup/tastes?edit=1",
    "/signup/profile?edit=1",
    ...Array.from({ length: 12 }, (_, index) => `/random?try=${index}`),
  ];
  const calls = endpointRequests(VALUES)
    .filter(({ method, path }) => method === "GET" && !OTHERS.test(path))
    .map(({ path }) => path);
  return [...paths, ...queries, ...calls];
}

const VALUES = {
  id: [1_001, ...SEED_IDS],
  mal_id: [1_001, FIRST_MATURE],
  animeId: [FIRST_MATURE, 1_001],
  animeIds: [MATURE_IDS],
  ep: [1],
  episode: [1],
  number: [1],
  q: [COMMON_WORD],
  query: [COMMON_WORD],
  search_query: [COMMON_WORD],
  parental_control: ["true"],
  parentalControl: [true],
  type: ["Watching"],
  year: [new Date().getUTCFullYear()],
  page: [1],
  limit: [50],
  tz: ["Asia/Tokyo"],
  genre_filter: ["Drama"],
  studio_filter: ["Lantern Works"],
  rating_filter: ["rx", "pg_13"],
  url: [""],
} as const;

const LIST_FORMS: Record<string, string>[] = [
  { intent: "put", animeId: String(FIRST_MATURE), type: "Completed" },
  { intent: "put", animeId: String(FIRST_MATURE), type: "Completed" },
  { intent: "put", animeId: String(FIRST_MATURE), type: "Watching" },
  { intent: "remove", animeId: String(FIRST_MATURE) },
  { intent: "remove", animeId: String(FIRST_MATURE) },
  { intent: "state", animeId: String(FIRST_MATURE), state: "watching" },
  { intent: "seen", animeId: String(FIRST_MATURE), by: "1" },
  { intent: "rate", animeId: String(FIRST_MATURE), score: "8" },
  { intent: "bulk", animeIds: String(FIRST_MATURE), state: "paused" },
];

/** Form posts of the controlled user's pages, and writes to every endpoint. */
async function writeEverywhere(): Promise<Visit[]> {
  const { cookie } = owner;
  const form = (path: string, fields: Record<string, string | Blob>): Promise<Visit> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return fetchVisit(server.url, { path, cookie, init: { method: "POST", body } });
  };
  const id = String(FIRST_MATURE);
  const file = new Blob([listFile()], { type: "application/xml" });
  const visits: Visit[] = [];
  for (const page of ["/list", "/list.data", "/anime/1001", "/anime/1001.data"])
    for (const fields of LIST_FORMS) {
      visits.push(await form(page, fields));
      // The message comes with the next page, without scripts.
      visits.push(await fetchVisit(server.url, { path: page, cookie }));
    }
  const preview = await form("/list/import", { policy: "replace", file });
  const packed = /name="packed" value="([^"]+)"/.exec(preview.text)?.[1] ?? "";
  expect(packed).not.toBe("");
  visits.push(
    preview,
    await form("/list/import.data", { policy: "replace", file }),
    await form("/list/import", { policy: "replace", packed }),
    await fetchVisit(server.url, { path: "/list/import?done=1", cookie }),
    await form("/signup/tastes", { find: "favorite_animes", find_favorite_animes: COMMON_WORD }),
    await form("/signup/tastes", {
      find: "watched_animes",
      find_watched_animes: COMMON_WORD,
      favorite_animes: id,
    }),
    await form("/signup/tastes", { save: "tastes", favorite_animes: id, favorite_genres: "Drama" }),
    await form("/history", { intent: "track", track: "on" }),
    ...(await favorEverything(form)),
  );
  const writes = endpointRequests(VALUES).filter(
    ({ method, path }) => method !== "GET" && !ENDS_THE_SESSION.test(path),
  );
  // Deletes come last.
  const order = ["POST", "PATCH", "PUT", "DELETE"];
  for (const { method, path, body } of writes.toSorted(
    (one, another) => order.indexOf(one.method) - order.indexOf(another.method),
  ))
    visits.push(
      await fetchVisit(server.url, {
        path,
        cookie,
        init: {
          method,
          headers: { "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        },
      }),
    );
  for (const format of ["application/xml", "multipart/form-data"])
    for (const query of ["", "?dryRun=true", "?policy=replace"]) {
      const path = `/api/user/watchList/import${query}`;
      visits.push(
        format === "multipart/form-data"
          ? await form(path, { file })
          : await fetchVisit(server.url, {
              path,
              cookie,
              init: { method: "POST", headers: { "content-type": format }, body: listFile() },
            }),
      );
    }
  return visits;
}

async function favorEverything(
  form: (path: string, fields: Record<string, string>) => Promise<Visit>,
): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (const page of ["character/1001", `character/${FIRST_MATURE}`, `person/${FIRST_MATURE}`])
    for (const favorite of ["add", "remove"]) visits.push(await form(`/${page}/any`, { favorite }));
  for (const method of ["POST", "DELETE"])
    for (const type of ["character", "person"]) {
      const { cookie } = owner;
      const init = {
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ type, id: FIRST_MATURE }),
      };
      visits.push(await fetchVisit(server.url, { path: "/api/user/favorites", cookie, init }));
    }
  return visits;
}

/** The user's own text, which the site repeats. */
const OWN_WORDS = /^\w+ \/api\/user\/(?:profile|export)\b/;
/** A page, an image or a stream of a mature title. */
const MATURE_LINK = new RegExp(
  `/(?:anime|watch|media/\\w+|character|person|credits|franchise)/(?:${MATURE_IDS.join("|")})\\b|[?&;](?:id|mal_id)=(?:${MATURE_IDS.join("|")})\\b`,
);

const named = (visits: readonly Visit[]) =>
  visits.flatMap(({ request, text }) => {
    const shown = OWN_WORDS.test(request)
      ? text.replaceAll(new RegExp(`"${MARKER}(?:genre|studio)"`, "g"), "")
      : text;
    const at = shown.toLowerCase().indexOf(MARKER);
    return at === -1
      ? []
      : [`${request}: …${shown.slice(Math.max(0, at - 80), at + 40).replaceAll("\n", " ")}…`];
  });
const linked = (visits: readonly Visit[]) =>
  visits.flatMap(({ request, text }) => {
    const link = MATURE_LINK.exec(text)?.[0];
    return link === undefined || MATURE_LINK.test(decodeURIComponent(request))
      ? []
      : [`${request}: ${link}`];
  });
const failed = (visits: readonly Visit[]) =>
  visits.filter(({ status }) => status >= 500).map(({ request, status }) => `${request} ${status}`);
/** Selects pages of a mature title that open; the user's own data may. */
const opened = (visits: readonly Visit[]) =>
  visits
    .filter(({ request }) => MATURE_LINK.test(request) && !request.includes("/api/user/"))
    .filter(({ status }) => status !== 403 && status !== 404)
    .map(({ request, status }) => `${request} ${status}`);

/** An idle machine crawls the site in ten seconds. */
const UNTIL_CRAWLED = { timeout: 300_000 };

describe("a mature title", UNTIL_CRAWLED, () => {
  it("is named on many pages while parental control is off", async () => {
    await fillAccount(owner);
    await fillFavorites(owner);
    const expected = [
      "GET /:",
      "GET /browse",
      "GET /suggest",
      "GET /schedule",
      `GET /season/${THIS_YEAR}/${THIS_SEASON}`,
      "GET /schedule/mine.ics?code=",
      "GET /list",
      "GET /list/import",
      "GET /profile",
      `GET /user/${other.userId}`,
      `GET /user/${other.userId}/list`,
      `GET /profile/${THIS_YEAR}:`,
      "GET /profile/statistics",
      `GET /review/${shared[1] ?? ""}:`,
      `GET /anime/${FIRST_MATURE}`,
      `GET /character/${FIRST_MATURE}`,
      `GET /person/${FIRST_MATURE}`,
      "GET /person/1001",
      `GET /credits/${FIRST_MATURE}`,
      "GET /api/user/favorites",
      `GET /watch/${FIRST_MATURE}/1`,
      `GET /room/${MATURE_ROOM}`,
      "GET /anime/1001/velvet-harbor-1001",
      "GET /signup/tastes",
      "GET /offline",
      "GET /api/user/watchList",
      "GET /api/user/watchList/export",
      "GET /api/user/watchList/import",
      "GET /api/user/progress/continue",
      "GET /api/user/export",
    ];
    const visits = await crawlSite({
      origin: server.url,
      cookie: owner.cookie,
      seeds: seeds(),
      skips: OTHERS,
      followsLinks: false,
    });
    expect(failed(visits)).toEqual([]);
    const naming = named(visits).join("\n");
    for (const request of expected) expect(naming).toContain(request);
  });

  it("is nowhere for a user with parental control", async () => {
    await setParentalControl(true);
    const visits = await crawlSite({
      origin: server.url,
      cookie: owner.cookie,
      seeds: seeds(),
      skips: OTHERS,
    });
    expect(failed(visits)).toEqual([]);
    expect(named(visits)).toEqual([]);
    expect(linked(visits)).toEqual([]);
    expect(opened(visits)).toEqual([]);
  });

  it("is nowhere for a visitor", async () => {
    // The owner's private calendar is among the addresses.
    await setParentalControl(true);
    const visits = await crawlSite({ origin: server.url, seeds: seeds(), skips: OTHERS });
    expect(failed(visits)).toEqual([]);
    expect(opened(visits)).toEqual([]);
    expect(named(visits)).toEqual([]);
    expect(linked(visits)).toEqual([]);
  });

  it("is not named by the response to any write of a user with parental control", async () => {
    await setParentalControl(true);
    const visits = await writeEverywhere();
    expect(failed(visits)).toEqual([]);
    expect(named(visits)).toEqual([]);
    expect(linked(visits)).toEqual([]);
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
  const crawl = (cookie?: string) =>
    crawlSite({ origin: server.url, cookie, seeds: seeds(), skips: OTHERS });

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
    await fillFavorites(owner);
    await setParentalControl(false);
    await hide();
  }, UNTIL_CRAWLED.timeout);
  afterAll(async () => {
    for (const id of MATURE_IDS) await setTitleWithdrawn(db, id, false);
  });

  it("is nowhere, also for a user without parental control", async () => {
    const visits = await crawl(owner.cookie);
    expect(failed(visits)).toEqual([]);
    expect(named(visits)).toEqual([]);
    expect(linked(visits)).toEqual([]);
    expect(opened(visits)).toEqual([]);
  });

  it("is nowhere for a visitor whose URL turns parental control off", async () => {
    const visits = await crawlSite({
      origin: server.url,
      seeds: [
        ...seeds(),
        ...endpointRequests({ ...VALUES, parental_control: ["false"] })
          .filter(({ method, path }) => method === "GET" && !OTHERS.test(path))
          .map(({ path }) => path),
      ],
      skips: OTHERS,
    });
    expect(failed(visits)).toEqual([]);
    expect(named(visits)).toEqual([]);
    expect(linked(visits)).toEqual([]);
    expect(opened(visits)).toEqual([]);
  });

  it("is not found, rather than forbidden", async () => {
    for (const path of [
      `/anime/${FIRST_MATURE}`,
      `/watch/${FIRST_MATURE}/1`,
      `/api/animes/getAnime?id=${FIRST_MATURE}&parental_control=false`,
      `/api/episodes?id=${FIRST_MATURE}&parental_control=false`,
      `/media/cover/${FIRST_MATURE}/360.webp`,
      `/character/${FIRST_MATURE}`,
      `/person/${FIRST_MATURE}`,
      `/credits/${FIRST_MATURE}`,
      `/api/characters?id=${FIRST_MATURE}&parental_control=false`,
      `/api/people?id=${FIRST_MATURE}&parental_control=false`,
      `/api/animes/credits?id=${FIRST_MATURE}&parental_control=false`,
    ])
      expect(await fetchVisit(server.url, { path, cookie: owner.cookie })).toMatchObject({
        status: 404,
      });
  });

  it("is not named by the response to any write", async () => {
    const visits = await writeEverywhere();
    expect(failed(visits)).toEqual([]);
    expect(named(visits)).toEqual([]);
    expect(linked(visits)).toEqual([]);
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
    expect(await exported()).toContain(String(FIRST_MATURE));
    for (const id of MATURE_IDS) expect(await setTitleWithdrawn(db, id, false)).toBe(true);
    expect(await setTitleWithdrawn(db, FIRST_MATURE, false)).toBe(false);
    const list = () => fetchVisit(server.url, { path: "/list", cookie: owner.cookie });
    await expect.poll(async () => named([await list()])).not.toEqual([]);
    expect(await exported()).toContain(MARKER);
  });
});
