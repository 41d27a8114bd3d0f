import { beforeEach, describe, expect, it } from "vitest";
import { mergeTitles } from "~/features/curation/merge-titles.server";
import { moveEntries } from "~/features/watch-list/tracking/move-entries.server";
import { addAnimeId } from "../../factories/anime-id";
import {
  createSignedInClient,
  dataOf,
  signUpClient,
  type SignedInClient,
} from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const LIST = "/api/user/watchlist";

interface FieldCase {
  /** The field's name in requests. */
  name: string;
  /** The field's name in responses, events and exports. */
  apiName: string;
  empty: unknown;
  value: unknown;
  other: unknown;
  /** What a title has after it absorbed another one whose entry has `other`. */
  merged: unknown;
  csv: string;
  xml: string | null;
}

const FIELDS: FieldCase[] = [
  {
    ...{ name: "state", apiName: "state", empty: null, value: "paused", other: "dropped" },
    ...{ merged: "paused", csv: "paused", xml: "<my_status>On-Hold</my_status>" },
  },
  {
    ...{ name: "score", apiName: "score", empty: null, value: 72, other: 85 },
    ...{ merged: 72, csv: "72", xml: "<akari_score>72</akari_score>" },
  },
  {
    ...{ name: "startedOn", apiName: "started_on", empty: null, value: "2019-04", other: "2018" },
    ...{ merged: "2019-04", csv: "2019-04", xml: "<my_start_date>2019-04-00</my_start_date>" },
  },
  {
    ...{ name: "finishedOn", apiName: "finished_on", empty: null, value: "2021", other: "2020" },
    ...{ merged: "2021", csv: "2021", xml: "<my_finish_date>2021-00-00</my_finish_date>" },
  },
  {
    ...{ name: "notes", apiName: "notes", empty: null, value: "Calm & slow", other: "Seen" },
    ...{ merged: "Calm & slow\n\nSeen", csv: "Calm & slow" },
    xml: "<my_comments><![CDATA[Calm & slow]]></my_comments>",
  },
  {
    ...{
      name: "tags",
      apiName: "tags",
      empty: [],
      value: ["calm", "rain"],
      other: ["rain", "sea"],
    },
    ...{ merged: ["calm", "rain", "sea"], csv: '"calm, rain"' },
    xml: "<my_tags><![CDATA[calm, rain]]></my_tags>",
  },
  {
    ...{ name: "priority", apiName: "priority", empty: 0, value: 1, other: 2 },
    ...{ merged: 2, csv: "1", xml: "<my_priority>MEDIUM</my_priority>" },
  },
  {
    ...{ name: "private", apiName: "private", empty: false, value: true, other: false },
    ...{ merged: true, csv: "true", xml: null },
  },
];

let api: SignedInClient;

beforeEach(async () => {
  api = await createSignedInClient(database);
});

const patch = async (client: SignedInClient, animeId: number, fields: object) => {
  const response = await client.send("PATCH", `${LIST}/entry`, { animeId, ...fields });
  expect(response.status).toBe(200);
};
const entryOf = async (animeId: number, client = api) =>
  dataOf<Record<string, unknown> | null>(
    await client.send("GET", `${LIST}/entry?animeId=${animeId}`),
  );
const eventsOf = async (animeId: number, client = api) =>
  dataOf<{ id: string; changes: object[] }[]>(
    await client.send("GET", `${LIST}/events?animeId=${animeId}`),
  );
const exportAs = async (client: SignedInClient, format: string) => {
  const { body } = await client.send("GET", `${LIST}/export?format=${format}`);
  return typeof body === "string" ? body : JSON.stringify(body);
};

const ALL = Object.fromEntries(FIELDS.map(({ name, value }) => [name, value]));
const SAID = Object.fromEntries(FIELDS.map(({ apiName, value }) => [apiName, value]));

describe("a new entry", () => {
  it("holds nothing but its state", async () => {
    const id = await addAnimeId(db);
    await patch(api, id, { state: null });
    const empty = Object.fromEntries(FIELDS.map(({ apiName, empty }) => [apiName, empty]));
    expect(await entryOf(id)).toMatchObject({ ...empty, episodes_seen: 0, rewatches: [] });
  });
});

describe.each(FIELDS)("the field $name", ({ name, apiName, empty, value, other, merged }) => {
  it("is set, recorded, undone and cleared", async () => {
    const id = await addAnimeId(db);
    await patch(api, id, { state: null });
    await patch(api, id, { [name]: value });
    expect(await entryOf(id)).toMatchObject({ [apiName]: value });
    const [event] = await eventsOf(id);
    expect(event?.changes).toEqual([{ field: apiName, from: empty, to: value }]);
    await api.send("POST", `${LIST}/undo`, { eventId: event?.id });
    expect(await entryOf(id)).toMatchObject({ [apiName]: empty });
    await patch(api, id, { [name]: value });
    await patch(api, id, { [name]: null });
    expect(await entryOf(id)).toMatchObject({ [apiName]: empty });
  });

  it("is set for many titles, and comes back when its entry is restored", async () => {
    const ids = [await addAnimeId(db), await addAnimeId(db)];
    const set = { [name]: value };
    const response = await api.send("POST", `${LIST}/bulk`, { animeIds: ids, set });
    expect(dataOf(response)).toMatchObject({ changed: 2 });
    const [id = 0] = ids;
    const before = await entryOf(id);
    await api.send("DELETE", LIST, { animeId: id });
    const [removal] = await eventsOf(id);
    await api.send("POST", `${LIST}/undo`, { eventId: removal?.id });
    expect(before).toMatchObject({ [apiName]: value });
    expect(await entryOf(id)).toEqual(before);
  });

  it("is kept or joined when two titles are merged", async () => {
    const [kept, duplicate] = [await addAnimeId(db), await addAnimeId(db)];
    await patch(api, kept, { [name]: value });
    await patch(api, duplicate, { [name]: other });
    await mergeTitles(db, { from: duplicate, into: kept }, moveEntries);
    expect(await entryOf(kept)).toMatchObject({ [apiName]: merged });
    const [absent, only] = [await addAnimeId(db), await addAnimeId(db)];
    await patch(api, only, { [name]: value });
    await mergeTitles(db, { from: only, into: absent }, moveEntries);
    expect(await entryOf(absent)).toMatchObject({ [apiName]: value });
  });
});

describe("all fields", () => {
  it.each([
    ["json", "application/json"],
    ["csv", "text/csv"],
    ["mal-xml", "text/xml"],
  ])("are imported by others from %s", async (format, type) => {
    const [first, second] = [await signUpClient(api.origin), await signUpClient(api.origin)];
    const id = await addAnimeId(db);
    await patch(first, id, ALL);
    const file = await exportAs(first, format);
    const imported = await second.send("POST", `${LIST}/import`, file, { "content-type": type });
    expect(dataOf(imported)).toMatchObject({ format, counts: { added: 1 } });
    const lacking = FIELDS.filter(({ xml }) => format === "mal-xml" && xml === null);
    const empty = Object.fromEntries(lacking.map(({ apiName, empty }) => [apiName, empty]));
    expect(await entryOf(id, second)).toMatchObject({ ...SAID, ...empty });
  });

  it("are recorded together, in the order of an entry", async () => {
    const id = await addAnimeId(db);
    await patch(api, id, ALL);
    const [event] = await eventsOf(id);
    expect(event?.changes).toEqual([
      { field: "on_list", from: false, to: true },
      ...FIELDS.map(({ apiName, empty, value }) => ({ field: apiName, from: empty, to: value })),
    ]);
  });

  it("have a column each in CSV", async () => {
    const client = await signUpClient(api.origin);
    await patch(client, await addAnimeId(db), ALL);
    const [header = "", row = ""] = (await exportAs(client, "csv"))
      .replace("\uFEFF", "")
      .split("\r\n");
    expect(header).toBe(
      "mal_id,title,type,state,imported_state,episodes_seen,watched_episodes,episodes," +
        "skipped_episodes,score,own_score,started_on,finished_on,times_rewatched,rewatches,notes," +
        "tags,priority,private,added_at,updated_at",
    );
    for (const { csv } of FIELDS) expect(row).toContain(csv);
  });

  it("have the elements of MyAnimeList's format", async () => {
    const client = await signUpClient(api.origin);
    const id = await addAnimeId(db, { title: "Aria", type: "TV", episodes: 13 });
    await patch(client, id, ALL);
    const xml = await exportAs(client, "mal-xml");
    expect(xml.slice(xml.indexOf("\t\t<series_title>"), xml.indexOf("</myanimelist>")))
      .toMatchInlineSnapshot(`
      "		<series_title><![CDATA[Aria]]></series_title>
      		<series_type>TV</series_type>
      		<series_episodes>13</series_episodes>
      		<my_id>0</my_id>
      		<my_watched_episodes>0</my_watched_episodes>
      		<my_start_date>2019-04-00</my_start_date>
      		<my_finish_date>2021-00-00</my_finish_date>
      		<my_rated></my_rated>
      		<my_score>7</my_score>
      		<my_storage></my_storage>
      		<my_storage_value>0.00</my_storage_value>
      		<my_status>On-Hold</my_status>
      		<my_comments><![CDATA[Calm & slow]]></my_comments>
      		<my_times_watched>0</my_times_watched>
      		<my_rewatch_value></my_rewatch_value>
      		<my_priority>MEDIUM</my_priority>
      		<my_tags><![CDATA[calm, rain]]></my_tags>
      		<my_rewatching>0</my_rewatching>
      		<my_rewatching_ep>0</my_rewatching_ep>
      		<my_discuss>0</my_discuss>
      		<my_sns>default</my_sns>
      		<update_on_import>1</update_on_import>
      		<akari_score>72</akari_score>
      	</anime>

      "
    `);
    for (const { xml: element } of FIELDS) expect(xml).toContain(element ?? "");
  });

  it("are in the history of an export", async () => {
    const client = await signUpClient(api.origin);
    await patch(client, await addAnimeId(db), ALL);
    const { data } = JSON.parse(await exportAs(client, "json")) as {
      data: { history: { before: object; after: object }[] };
    };
    expect(data.history[0]?.after).toMatchObject({ listed: true, ...SAID });
    expect(Object.keys(data.history[0]?.before ?? {}).sort()).toEqual(
      ["added_at", "listed", "updated_at", ...FIELDS.map(({ apiName }) => apiName)].sort(),
    );
  });
});
