import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { NOTIFICATION_KINDS } from "~/features/notifications/notification-kinds";
import { saveSearch } from "~/features/saved-search/saved-searches.server";
import { computeSuggestions } from "~/features/suggestions/compute-suggestions.server";
import { loadTasteCatalog } from "~/features/suggestions/load-taste-catalog.server";
import { mutedTitles } from "~db/schema";
import { addNotices } from "../../factories/notices";
import type { TestDatabase } from "../database/test-database";
import type { ApiClient } from "../server/api-client";
import { fetchVisit } from "./crawl-site";
import { FIRST_MARKED, MARKER } from "./marked-titles";

export const THIS_YEAR = String(new Date().getUTCFullYear());
export const THIS_SEASON =
  ["winter", "spring", "summer", "fall"][Math.floor(new Date().getUTCMonth() / 3)] ?? "";

/** A signed-in session, of an account or one of its profiles. */
export type Member = ApiClient & { userId: string };

/** Puts marked titles on its list and everywhere else, with parental control off. */
export async function fillAccount(
  { db }: TestDatabase,
  account: Member,
  listed: readonly number[],
): Promise<void> {
  const send = async (method: string, path: string, body: unknown) => {
    const response = await account.send(method, path, body);
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
  };
  await send("POST", "/api/saveUserPreferences", { parentalControl: false });
  await send("POST", "/api/user/sitePreferences", { publicProfile: true, publicList: true });
  const types = ["Watching", "To Watch", "Completed", "Collection"];
  for (const [index, animeId] of [...listed, 1_001, 1_003].entries())
    await send("POST", "/api/user/watchList", { animeId, type: types[index % types.length] });
  await send("POST", "/api/user/progress", {
    entries: [...listed, 1_001].map((animeId) => ({
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
    favorite_animes: [...listed, 1_001],
    watched_animes: [...listed, 1_002],
    favorite_genres: [`${MARKER}genre`, "Drama"],
    favorite_studios: [`${MARKER}studio`, "Lantern Works"],
  });
  const imported = await account.send("POST", "/api/user/watchList/import", listFile(listed), {
    "content-type": "application/xml",
  });
  expect(imported.status).toBe(200);
  await addNotices(
    db,
    account.userId,
    ...[...listed, 1_001].flatMap((animeId) =>
      NOTIFICATION_KINDS.map((kind) => ({ animeId, kind })),
    ),
  );
  await db
    .insert(mutedTitles)
    .values(listed.map((animeMalId) => ({ userId: account.userId, animeMalId })))
    .onConflictDoNothing();
  expect(await computeSuggestions(db, await loadTasteCatalog(db), account.userId)).toBeGreaterThan(
    0,
  );
}

/** Fills them with parental control off. */
export async function fillFavorites(account: Member, listed: readonly number[]): Promise<void> {
  for (const type of ["character", "person"])
    for (const id of [...listed, 1_001])
      expect((await account.send("POST", "/api/user/favorites", { type, id })).status).toBe(200);
}

/** Returns the token of its shared year in review. */
export async function shareYear({ origin, cookie }: Member): Promise<string> {
  const path = `/profile/${THIS_YEAR}`;
  const init = { method: "POST", body: new URLSearchParams({ intent: "share" }) };
  expect(await fetchVisit(origin, { path, cookie, init })).toMatchObject({ status: 303 });
  const { text } = await fetchVisit(origin, { path, cookie });
  return /\/review\/([\w-]{24})/.exec(text)?.[1] ?? "";
}

/** A pinned search that every marked title newly matches. */
export async function followDramas(database: TestDatabase, { userId }: Member): Promise<void> {
  await saveSearch(database, userId, {
    name: "Dramas",
    url: "/browse?genre_filter=Drama&order_by=popularity",
    origin: "http://akari.test",
    pinned: true,
    followed: true,
  });
  await database.db.execute(
    sql`UPDATE saved_searches SET known = '{}', fresh = known WHERE user_id = ${userId}::uuid`,
  );
}

/** Names marked titles, also in rows that cannot be imported. */
export function listFile(listed: readonly number[]): string {
  const entry = (id: number, status: string) =>
    `<anime><series_animedb_id>${id}</series_animedb_id><series_title>${MARKER} of the file</series_title><my_status>${status}</my_status></anime>`;
  return `<?xml version="1.0" ?><myanimelist>${[
    ...listed.map((id, index) => entry(id, index % 2 === 0 ? "Completed" : "Dropped")),
    entry(FIRST_MARKED, "No such state"),
  ].join(
    "",
  )}<anime><series_animedb_id>1004</series_animedb_id><series_title>Harbor</series_title><my_status>Watching</my_status></anime></myanimelist>`;
}
