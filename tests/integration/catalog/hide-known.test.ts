import type { ParentalControl } from "~/features/catalog/parental-control";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Anime, NameCount } from "~/features/catalog/anime";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { HIDE_KINDS, type HideKind } from "~/features/listing/hidden/hide-choices";
import { listAnime } from "~/features/listing/list-anime.server";
import { listFacets } from "~/features/listing/list-facets.server";
import { parseFilters, parseListing } from "~/features/listing/parse-listing.server";
import { randomAnime } from "~/features/listing/random-anime.server";
import { suggestAnime } from "~/features/listing/suggest/suggest-anime.server";
import { getHiddenTitles } from "~/pages/parts/hidden-titles.server";
import { createMemoryBudget } from "~/caching/memory-budget";
import { createKindCaches } from "~/caching/kind-caches";
import { seenEpisodes, users, watchListEntries } from "~db/schema";
import { addAnimes, addRelation, buildAnime, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { arbitraryCriteria, expectedListing } from "../../support/listing-oracle";

const database = await testDatabase();
const { db } = database;

const TITLES = 1_500;
const STATES = [
  "completed",
  "planned",
  "dropped",
  "watching",
  "rewatching",
  "paused",
  null,
] as const;
const GENRES = ["Action", "Comedy", "Hentai", "Horror", "Slice of Life"];
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Every third title is on the list; ids 1 to 600 are franchises of four. */
const stateOf = (id: number): (typeof STATES)[number] | undefined =>
  id % 3 === 0 ? at(STATES, Math.floor(id / 3)) : id <= 200 ? "completed" : undefined;
const franchiseOf = (id: number): number => (id <= 600 ? Math.floor((id - 1) / 4) : id + 10_000);

let catalog: Anime[] = [];
let userId = "";
const caches = createKindCaches(createMemoryBudget(64 * 1024 * 1024));

beforeAll(async () => {
  catalog = await addAnimes(
    db,
    ...Array.from({ length: TITLES }, (_, index) =>
      buildAnime({
        mal_id: index + 1,
        title: `Lantern ${index % 40}`,
        type: at(["TV", "Movie", "OVA", null], index),
        status: at(
          ["Finished Airing", "Finished Airing", "Currently Airing", "Not yet aired"],
          Math.floor(index / 3),
        ),
        score: index % 11 === 0 ? null : ((index * 37) % 91) / 10 + 0.9,
        popularity: (index * 7_919) % 1_499,
        year: 1990 + (index % 35),
        season: at(["Winter", "Spring", null], index),
        genres: GENRES.filter((_, place) => ((index * 7) >> place) % 3 === 0),
        themes: index % 4 === 0 ? ["Mecha"] : [],
        broadcast_day: at(["Monday", null], index),
        studios: [index % 100 === 0 ? "Small Studio" : at(["MAPPA", "Bones"], index)],
      }),
    ),
  );
  for (const { mal_id: id } of catalog)
    if (id <= 600 && id % 4 !== 0) await addRelation(db, id, "SEQUEL", id + 1);
  await indexForSearch(db);
  await rebuildFranchises(db);
  userId = await addUser();
  await db.insert(watchListEntries).values(
    catalog.flatMap(({ mal_id: id }) => {
      const state = stateOf(id);
      return state === undefined ? [] : [{ userId, animeMalId: id, state }];
    }),
  );
});

async function addUser(): Promise<string> {
  const email = `hide-${Math.random()}@akari.test`;
  const [user] = await db
    .insert(users)
    .values({ email, emailKey: email, userName: "Faye" })
    .returning({ id: users.id });
  return user?.id ?? "";
}

const isMature = ({ genres }: Anime) => genres.includes("Hentai");

/** Decides without the application's code. */
function isHidden(anime: Anime, kinds: readonly HideKind[], parentalControl: boolean): boolean {
  const hasSeen = ({ mal_id }: Anime) =>
    ["completed", "rewatching"].includes(stateOf(mal_id) ?? "");
  const state = stateOf(anime.mal_id);
  if (kinds.includes("seen") && hasSeen(anime)) return true;
  if (kinds.includes("planned") && state === "planned") return true;
  if (kinds.includes("dropped") && state === "dropped") return true;
  if (!kinds.includes("franchise")) return false;
  const members = catalog.filter(
    (other) => franchiseOf(other.mal_id) === franchiseOf(anime.mal_id),
  );
  if (members.length === 1) return hasSeen(anime);
  const aired = members.filter(
    (other) => other.status !== "Not yet aired" && !(parentalControl && isMature(other)),
  );
  return aired.includes(anime) && aired.every(hasSeen);
}

const hiddenFor = (kinds: readonly HideKind[], parentalControl: ParentalControl) =>
  getHiddenTitles({ db, caches }, { userId, kinds, parentalControl });

async function listed(search: string, kinds: readonly HideKind[]) {
  const query = parseListing(new URLSearchParams(search));
  const hidden = await hiddenFor(kinds, query.parentalControl);
  const { items, total } = await listAnime(database, query, hidden);
  return { ids: items.map(({ mal_id }) => mal_id), total };
}

const someKinds = fc.subarray([...HIDE_KINDS]);

describe("a listing without what the user knows", () => {
  const compare = (numRuns: number) =>
    fc.assert(
      fc.asyncProperty(arbitraryCriteria(catalog), someKinds, async ({ wish, search }, kinds) => {
        const shown = catalog.filter((anime) => !isHidden(anime, kinds, !wish.mature));
        expect(await listed(search, kinds)).toEqual(expectedListing(shown, wish));
      }),
      { numRuns },
    );

  it(
    "has the expected titles and total for any filters, order and page",
    { tags: "rest" },
    async () => {
      await rebuildListingBitmaps(db);
      caches.clear();
      expect((await hiddenFor(["seen"], true))?.bits).not.toBeNull();
      await compare(200);
    },
  );

  it("has them while the bitmaps are stale", async () => {
    await database.sql`UPDATE listing_bitmaps SET bits = NULL WHERE key = 'all'`;
    caches.clear();
    expect((await hiddenFor(["seen"], true))?.bits).toBeNull();
    await compare(40);
  });

  it("counts rows when the bitmaps were rebuilt after the titles were looked up", async () => {
    await database.sql`UPDATE listing_bitmaps SET bits = NULL WHERE key = 'all'`;
    await rebuildListingBitmaps(db);
    caches.clear();
    const hidden = await hiddenFor(["seen"], false);
    await database.sql`UPDATE animes SET score = 10 - score WHERE score IS NOT NULL`;
    await rebuildListingBitmaps(db);
    const query = parseListing(new URLSearchParams("genre_filter=action&parental_control=false"));
    const expected = catalog.filter(
      (anime) => anime.genres.includes("Action") && !isHidden(anime, ["seen"], false),
    );
    expect((await listAnime(database, query, hidden)).total).toBe(expected.length);
    await database.sql`UPDATE animes SET score = 10 - score WHERE score IS NOT NULL`;
    await rebuildListingBitmaps(db);
    caches.clear();
  });

  it("repeats and skips no title from page to page", async () => {
    const pages = await Promise.all(
      Array.from({ length: 40 }, (_, page) =>
        listed(`parental_control=false&limit=40&page=${page + 1}`, HIDE_KINDS),
      ),
    );
    const ids = pages.flatMap((page) => page.ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([ids.length]));
  });
});

describe("facets without what the user knows", () => {
  const genresOf = (titles: readonly Anime[]): Record<string, number> =>
    Object.fromEntries(
      GENRES.map(
        (name) => [name, titles.filter(({ genres }) => genres.includes(name)).length] as const,
      ).filter(([, count]) => count !== 0),
    );
  const toRecord = (counts: readonly NameCount[]) =>
    Object.fromEntries(counts.map(({ name, count }) => [name, count]));

  it.each(["", "type_filter=tv", "studio_filter=small-studio", "search_query=lantern+7"])(
    "count the listed titles of %j, with and without bitmaps",
    async (search) => {
      const query = parseFilters(new URLSearchParams(`parental_control=false&${search}`));
      const all = await listAnime(database, { ...query, perPage: 500 * 3 });
      const inListing = new Set(all.items.map(({ mal_id }) => mal_id));
      for (const kinds of [["seen"], ["planned", "dropped"], ["franchise"]] as HideKind[][]) {
        const expected = genresOf(
          catalog.filter((anime) => inListing.has(anime.mal_id) && !isHidden(anime, kinds, false)),
        );
        const hidden = await hiddenFor(kinds, false);
        expect(toRecord((await listFacets(database, query, hidden)).genres)).toEqual(expected);
        const withoutBits = hidden === null ? null : { ...hidden, bits: null };
        expect(toRecord((await listFacets(database, query, withoutBits)).genres)).toEqual(expected);
      }
    },
  );
});

describe("other surfaces without what the user knows", () => {
  it("never pick a hidden title at random", async () => {
    const query = parseFilters(new URLSearchParams());
    const hidden = await hiddenFor(HIDE_KINDS, true);
    for (let step = 0; step < 40; step += 1) {
      const anime = await randomAnime(database, query, { hidden, chance: () => step / 40 });
      expect(isHidden(anime, HIDE_KINDS, true)).toBe(false);
    }
  });

  it("fill the suggestions with the next best titles", async () => {
    const hidden = await hiddenFor(HIDE_KINDS, true);
    const shown = await suggestAnime(database, { text: "Lantern", parentalControl: true, hidden });
    expect(shown).toHaveLength(10);
    const byId = new Map(catalog.map((anime) => [anime.mal_id, anime]));
    for (const { mal_id } of shown)
      expect(isHidden(byId.get(mal_id) as Anime, HIDE_KINDS, true)).toBe(false);
  });

  it("fill them when all of the first matches are hidden", async () => {
    const ids = new Set(
      catalog.flatMap(({ mal_id, popularity }) => ((popularity ?? 0) < 1_400 ? [mal_id] : [])),
    );
    const hidden = { ids, key: "most", bits: null };
    const shown = await suggestAnime(database, { text: "Lantern", parentalControl: true, hidden });
    expect(shown).toHaveLength(10);
    expect(shown.filter(({ mal_id }) => ids.has(mal_id))).toEqual([]);
  });
});

it("hides nothing for a user whose list has nothing of the kinds", async () => {
  const other = await addUser();
  await db.insert(watchListEntries).values({ userId: other, animeMalId: 1, state: "watching" });
  await db.insert(seenEpisodes).values({ userId: other, animeMalId: 1, episodes: "{[1,3)}" });
  const options = { userId: other, kinds: HIDE_KINDS, parentalControl: true };
  expect(await getHiddenTitles({ db, caches }, options)).toBeNull();
});
