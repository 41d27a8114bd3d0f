import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { correctTitle, getTitleFacts } from "~/features/import/corrections/correct-title.server";
import { importCatalog, importEpisodes } from "~/features/import/import-catalog.server";
import { addAnime } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";
import { chunks, title as titleRow } from "../catalog/import-support";

const database = await testDatabase();
const { db } = database;
const BASE = "/api/user/watchlist";

interface ListEvent {
  id: string;
  through: string;
  changes: { field: string; from: unknown; to: unknown }[];
}

const entryOf = async (api: SignedInClient, id: number) =>
  dataOf<unknown>(await api.send("GET", `${BASE}/entry?animeId=${id}`));
const eventsOf = async (api: SignedInClient) =>
  dataOf<ListEvent[]>(await api.send("GET", `${BASE}/events`));

async function watched(total: number, fields: object) {
  const { mal_id: id, title } = await addAnime(db, { episodes: total, status: "Finished Airing" });
  const api = await createSignedInClient(database);
  await api.send("PATCH", `${BASE}/entry`, { animeId: id, ...fields });
  const setTotal = (episodes: number) =>
    importCatalog(db, chunks([titleRow(id, { title, status: "Finished Airing", episodes })]));
  return { id, api, setTotal };
}

it("counts no episodes that a title no longer has, and says so in the history", async () => {
  const { id, api, setTotal } = await watched(50, { state: "watching", episodesSeen: 44 });
  await setTotal(45);
  expect(await entryOf(api, id)).toMatchObject({ state: "watching", episodes_seen: 44 });
  await setTotal(40);
  expect(await entryOf(api, id)).toMatchObject({ state: "completed", episodes_seen: 40 });
  const [event] = await eventsOf(api);
  expect(event).toMatchObject({ through: "catalog" });
  expect(event?.changes).toContainEqual({ field: "episodes_seen", from: 44, to: 40 });
  await setTotal(40);
  expect((await eventsOf(api))[0]?.id).toBe(event?.id);
});

it("leaves the state of what is not all seen, or not being watched", async () => {
  const paused = await watched(50, { state: "paused", episodesSeen: 44 });
  await paused.setTotal(40);
  expect(await entryOf(paused.api, paused.id)).toMatchObject({
    state: "paused",
    episodes_seen: 40,
  });
  const marked = await watched(50, { state: "watching" });
  await marked.api.send("POST", `${BASE}/seen`, { animeId: marked.id, episode: 50, seen: true });
  await marked.setTotal(40);
  expect(await entryOf(marked.api, marked.id)).toMatchObject({
    state: "watching",
    episodes_seen: 0,
  });
});

it("is undone without the episodes that are gone", async () => {
  const { id, api, setTotal } = await watched(50, { state: "watching", episodesSeen: 44 });
  await setTotal(40);
  const [event] = await eventsOf(api);
  expect((await api.send("POST", `${BASE}/undo`, { eventId: event?.id })).status).toBe(200);
  expect(await entryOf(api, id)).toMatchObject({ state: "watching", episodes_seen: 40 });
});

it("is not shortened by episodes that are only partly imported", async () => {
  const { mal_id: id } = await addAnime(db, { episodes: null, status: "Finished Airing" });
  const api = await createSignedInClient(database);
  await api.send("PATCH", `${BASE}/entry`, { animeId: id, state: "watching", episodesSeen: 30 });
  const pages = Array.from({ length: 10 }, (_, index) => ({ mal_id: id, number: index + 1 }));
  await importEpisodes(db, chunks(pages));
  expect(await entryOf(api, id)).toMatchObject({ state: "watching", episodes_seen: 30 });
});

it("follows an owner's correction at once", async () => {
  const { id, api } = await watched(24, { state: "watching", episodesSeen: 20 });
  const { facts } = await getTitleFacts(db, id);
  await correctTitle(db, id, { ...facts, episodes: 12 });
  expect(await entryOf(api, id)).toMatchObject({ state: "completed", episodes_seen: 12 });
});

it.each([
  ["Pacific/Kiritimati", "2024-05-18"],
  ["Etc/GMT+12", "2024-05-16"],
  [null, "2024-05-17"],
])("dates what it completes by the account's time zone, %s", async (timeZone, day) => {
  const { id, api, setTotal } = await watched(50, { state: "watching", episodesSeen: 44 });
  if (timeZone !== null) await api.send("POST", "/api/user/sitePreferences", { timeZone });
  await db.execute(sql`
    UPDATE watch_list_entries
    SET started_on = NULL, updated_at = ${timeZone === "Etc/GMT+12" ? "2024-05-17T11:00Z" : "2024-05-17T13:00Z"}
    WHERE user_id = ${api.userId}::uuid AND anime_mal_id = ${id}`);
  const before = today(timeZone ?? "UTC");
  await setTotal(40);
  expect(await entryOf(api, id)).toMatchObject({ state: "completed", finished_on: day });
  const [event] = await db.execute<{ day: string }>(sql`
    SELECT day::text FROM list_events
    WHERE user_id = ${api.userId}::uuid AND through = 'catalog'`);
  expect([before, today(timeZone ?? "UTC")]).toContain(event?.day);
});

function today(timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date());
}
