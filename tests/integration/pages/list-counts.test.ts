import { beforeEach, expect, it } from "vitest";
import { parseEntryState } from "~/features/watch-list/entry-states";
import { STATE_TABS, tabOfState } from "~/features/watch-list/entry-tabs";
import { loader as profile } from "~/routes/account/profile";
import { loader as publicList } from "~/routes/account/public-list";
import { loader as publicProfile } from "~/routes/account/public-profile";
import { loader as statistics } from "~/routes/account/statistics";
import { loader as offline } from "~/routes/offline/offline";
import { loader as list } from "~/routes/watch-list/list";
import { addAnimeId } from "../../factories/anime-id";
import { testDatabase } from "../../support/database/test-database";
import { createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const call = createPageCaller(database);
let user: SignedInClient;

/** Titles per state; none of them is only in the collection. */
const ADDED = {
  watching: 3,
  rewatching: 1,
  paused: 2,
  dropped: 4,
  planned: 2,
  completed: 1,
} as const;
const COUNTED = {
  watching: 4,
  planned: 2,
  completed: 1,
  paused: 2,
  dropped: 4,
  collection: 0,
};

beforeEach(async () => {
  user = await createSignedInClient(database);
  for (const [state, titles] of Object.entries(ADDED))
    for (let index = 0; index < titles; index += 1) {
      const animeId = await addAnimeId(database.db);
      await user.send("PATCH", "/api/user/watchlist/entry", { animeId, state });
    }
  const visibility = { publicProfile: true, publicList: true };
  await user.send("POST", "/api/user/sitePreferences", visibility);
});

/** What is counted by state, without the sum. */
function byState(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(STATE_TABS.map((tab) => [tab, counts[tab] ?? 0]));
}

function ofTabs(tabs: readonly { tab: string; count: number }[]): Record<string, number> {
  return byState(Object.fromEntries(tabs.map(({ tab, count }) => [tab, count])));
}

it("counts a list by state, with the same numbers on every page", async () => {
  const init = { headers: { cookie: user.cookie } };
  const params = { id: user.userId };
  expect(ofTabs((await call(list, "/list", { init })).tabs)).toEqual(COUNTED);
  expect(byState((await call(profile, "/profile", { init })).counts)).toEqual(COUNTED);
  const path = `/user/${user.userId}`;
  expect(byState((await call(publicProfile, path, { params })).counts)).toEqual(COUNTED);
  expect(ofTabs((await call(publicList, `${path}/list`, { params })).tabs)).toEqual(COUNTED);
});

it("shows them offline, without the states that no title has", async () => {
  const init = { headers: { cookie: user.cookie } };
  const page = await (await call(offline, "/offline", { init })).text();
  const sections = [...page.matchAll(/<section aria-label="([^"]+)".*?<span[^>]*>(\d+)<\/span>/g)];
  expect(sections.map(([, name, count]) => [name, Number(count)])).toEqual([
    ["Watching", 4],
    ["Planned", 2],
    ["Completed", 1],
    ["Paused", 2],
    ["Dropped", 4],
  ]);
});

it("shows rewatching apart in the statistics, which add up to the same", async () => {
  const init = { headers: { cookie: user.cookie } };
  const page = await call(statistics, "/profile/statistics", { init });
  const counts: Record<string, number> = {};
  for (const { name, titles } of page.charts.by_state) {
    const tab = tabOfState(parseEntryState(name ?? ""));
    counts[tab] = (counts[tab] ?? 0) + titles;
  }
  expect(byState(counts)).toEqual(COUNTED);
});

it("keeps the four collection types in the API", async () => {
  const response = await user.send("GET", "/api/user/watchList");
  const types = dataOf<{ type: string }[]>(response).map(({ type }) => type);
  expect(new Set(types)).toEqual(new Set(["Watching", "To Watch", "Completed", "Collection"]));
  expect(types.filter((type) => type === "Watching")).toHaveLength(6);
});
