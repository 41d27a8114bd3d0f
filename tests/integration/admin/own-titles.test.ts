import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addTitle } from "~/features/curation/add-title.server";
import {
  deleteOwnTitle,
  listOwnEpisodes,
  MAX_OWN_EPISODES,
  saveOwnEpisodes,
} from "~/features/curation/own-title.server";
import { importCatalog } from "~/features/import/import-catalog.server";
import type { Facts } from "~/features/import/corrections/correct-title.server";
import { deleteUnusedUploads } from "~/features/uploads/delete-unused-uploads.server";
import { lockTracking } from "~/features/watch-list/tracking/load-tracked.server";
import { action as addAction } from "~/routes/admin/new-title";
import { action as editAction, loader as titlePage } from "~/routes/admin/title";
import { loader as picture } from "~/routes/media/title-image";
import { auditLog, uploads, users } from "~db/schema";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { gradient } from "../../factories/image";
import { testDatabase } from "../../support/database/test-database";
import { createPageCaller } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";
import { createCommandRunner } from "../../support/server/operator-commands";
import type { TestAccount } from "../../support/server/account";
import { createOwner } from "../../support/server/owner";
import { createSignedInClient, dataOf } from "../../support/server/signed-in";
import { chunks, title } from "../catalog/import-support";

const database = await testDatabase();
const { db, sql } = database;
const dataDir = createDataDir();
const callPage = createPageCaller(database, { DATA_DIR: dataDir });
let owner: TestAccount;

beforeAll(async () => {
  owner = await createOwner(database);
});
afterAll(() => removeDataDir(dataDir));
beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state, list_events, watch_list_entries, seen_episodes CASCADE`;
});

const FACTS: Facts = {
  title: "Summer 2024",
  title_english: null,
  title_japanese: null,
  type: "ONA",
  status: "Finished Airing",
  episodes: 3,
  duration: null,
  season: "Summer",
  year: 2024,
  rating: null,
  genres: ["Slice of Life"],
  studios: [],
  synopsis: "At the lake.",
};
const add = (facts: Partial<Facts> = {}) =>
  addTitle(db, { facts: { ...FACTS, ...facts }, image: null });
const stored = async (id: number) => {
  const [row] = await sql`SELECT * FROM animes WHERE mal_id = ${id}`;
  return row;
};

const submit = (handler: typeof addAction, path: string, body: BodyInit, id = "") =>
  callPage(handler as (args: never) => Promise<unknown>, path, {
    params: { id },
    init: { method: "POST", headers: { cookie: owner.cookie }, body },
  });
const edit = (id: number, fields: Record<string, string>) =>
  submit(
    editAction as never,
    `/admin/titles/${id}`,
    new URLSearchParams(fields),
    String(id),
  ) as Promise<Response>;

describe("a title added by hand", () => {
  it("gets an id that no site has, episodes, and is found at once", async () => {
    const client = await createSignedInClient(database);
    const id = await add();
    expect(id).toBe(900_000_001);
    expect(await add()).toBe(900_000_002);
    expect(await stored(id)).toMatchObject({ title: "Summer 2024", year: 2024, mature: false });
    expect(await listOwnEpisodes(db, id)).toEqual(["", "", ""]);
    const found = await client.send("GET", "/api/animes/full?search_query=summer+2024");
    expect(dataOf<{ mal_id: number }[]>(found).map(({ mal_id }) => mal_id)).toContain(id);
  });

  it("never gets the id of a deleted or an imported one", async () => {
    await importCatalog(db, chunks([title(900_000_007)]));
    const id = await add();
    expect(id).toBe(900_000_008);
    await deleteOwnTitle(db, id);
    expect(await add()).toBe(900_000_009);
  });

  it("is left by imports, which reject its row", async () => {
    const id = await add();
    const rejected: unknown[] = [];
    const counts = await importCatalog(db, chunks([title(id), title(1)]), {
      onRejected: (rejection) => rejected.push(rejection),
    });
    expect(counts).toMatchObject({ added: 1, rejected: 1 });
    expect(rejected).toMatchObject([{ reason: `mal_id ${id} was added by hand on this site` }]);
    expect(await stored(id)).toMatchObject({ title: "Summer 2024" });
  });

  it.each([
    ["title", null],
    ["type", "Podcast"],
    ["season", "Monsoon"],
    ["year", 1849],
    ["year", Number.NaN],
    ["rating", "Unrated"],
    ["episodes", -1],
    ["episodes", MAX_OWN_EPISODES + 1],
  ])("is refused with the %s %j", async (field, value) => {
    await expect(add({ [field]: value })).rejects.toMatchObject({
      code: "invalid",
      issues: [{ path: field }],
    });
    const [row] = await sql`SELECT count(*)::int FROM animes`;
    expect(row).toEqual({ count: 0 });
  });

  it("may have as many episodes as the limit", async () => {
    expect(await listOwnEpisodes(db, await add({ episodes: MAX_OWN_EPISODES }))).toHaveLength(
      MAX_OWN_EPISODES,
    );
  });

  it("is changed without corrections", async () => {
    const id = await add();
    const body = { intent: "correct", title: "Summer holidays", year: "2023", episodes: "3" };
    expect((await edit(id, body)).headers.get("location")).toBe(`/admin/titles/${id}?done=saved`);
    expect(await stored(id)).toMatchObject({
      title: "Summer holidays",
      year: 2023,
      synopsis: null,
    });
    expect(await sql`SELECT * FROM title_corrections`).toHaveLength(0);
  });

  it("is in all exports of lists but MyAnimeList's", async () => {
    const client = await createSignedInClient(database);
    const id = await add();
    await importCatalog(db, chunks([title(1)]));
    for (const animeId of [id, 1])
      await client.send("POST", "/api/user/watchList", { animeId, type: "Watching" });
    const exported = async (format: string) =>
      JSON.stringify(
        (await client.send("GET", `/api/user/watchList/export?format=${format}`)).body,
      );
    const xml = await exported("mal-xml");
    expect(xml).not.toContain(String(id));
    expect(xml).toContain("<user_total_anime>1</user_total_anime>");
    expect(await exported("json")).toContain(String(id));
    expect(await exported("csv")).toContain(String(id));
  });
});

describe("the form for a new title", () => {
  it("adds it for adults, with an uploaded cover that survives the clean-up", async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      title: "Attic tapes",
      type: "OVA",
      episodes: "2",
    }))
      form.set(name, value);
    form.append("adult", "false");
    form.append("adult", "true");
    const cover = await gradient({ width: 900, height: 900 });
    form.set("cover_file", new File([new Uint8Array(cover)], "cover.png"));
    const response = (await submit(addAction, "/admin/titles/new", form)) as Response;
    expect(response.headers.get("location")).toBe("/admin/titles/900000001?done=added");
    const row = await stored(900_000_001);
    expect(row).toMatchObject({ title: "Attic tapes", rating: "Rx - Hentai", mature: true });
    expect(row?.["image_url"]).toMatch(/^\/ipfs\//);
    const image = await callPage(picture, "/media/cover/900000001/240.webp", {
      params: { kind: "cover", id: "900000001", size: "240.webp" },
      visitor: { parentalControl: false },
    });
    const { width, height, format } = await sharp(
      Buffer.from(await image.arrayBuffer()),
    ).metadata();
    expect({ width, height, format }).toEqual({ width: 240, height: 360, format: "webp" });

    await db.update(uploads).set({ userId: null });
    const services = createTestServices({ DATA_DIR: dataDir }, database).uploads;
    expect(await deleteUnusedUploads(services, { olderThanMs: 0 })).toBe(0);
    await sql`UPDATE animes SET image_url = NULL`;
    expect(await deleteUnusedUploads(services, { olderThanMs: 0 })).toBe(1);
    const logged = await db.select().from(auditLog);
    expect(logged).toContainEqual(expect.objectContaining({ action: "title.added" }));
  });

  it("names the field of a mistake and adds nothing", async () => {
    const refused = async (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ title: "Tapes", ...fields }))
        form.set(name, value);
      return submit(addAction, "/admin/titles/new", form);
    };
    for (const [field, value] of [
      ["title", " "],
      ["year", "soon"],
      ["cover", "javascript:alert(1)"],
    ] as const)
      expect(await refused({ [field]: value })).toMatchObject({
        init: { status: 400 },
        data: { failure: { fields: { [field]: expect.any(String) as string } } },
      });
    expect(await stored(900_000_001)).toBeUndefined();
  });
});

describe("the episodes of an own title", () => {
  it("are the lines of the form", async () => {
    const id = await add();
    await edit(id, { intent: "episodes", episodes: "The lake\r\n\r\nThe boat\r\nHome\r\n\r\n" });
    expect(await listOwnEpisodes(db, id)).toEqual(["The lake", "", "The boat", "Home"]);
    expect(await stored(id)).toMatchObject({ episodes: 4 });
    await edit(id, { intent: "episodes", episodes: "\nThe lake" });
    expect(await listOwnEpisodes(db, id)).toEqual(["", "The lake"]);
  });

  it("cannot lose one that has a source or was watched", async () => {
    const id = await add();
    await sql`INSERT INTO episode_sources (anime_mal_id, number, address, kind)
      VALUES (${id}, 3, '/media/demo/1/master.m3u8', 'raw')`;
    expect(await edit(id, { intent: "episodes", episodes: "One\nTwo" })).toMatchObject({
      init: { status: 409 },
      data: { failure: { message: expect.stringContaining("Episode 3") as string } },
    });
    expect(await listOwnEpisodes(db, id)).toHaveLength(3);
    await sql`DELETE FROM episode_sources`;
    const [user] = await db.select({ id: users.id }).from(users).limit(1);
    await sql`INSERT INTO seen_episodes (user_id, anime_mal_id, episodes)
      VALUES (${user?.id ?? ""}, ${id}, '{[1,4)}')`;
    await expect(saveOwnEpisodes(db, id, ["One", "Two"])).rejects.toMatchObject({
      code: "conflict",
    });
    await saveOwnEpisodes(db, id, ["One", "Two", "Three"]);
  });

  it("are those of an own title only, up to the limit", async () => {
    await importCatalog(db, chunks([title(1)]));
    await expect(saveOwnEpisodes(db, 1, ["One"])).rejects.toMatchObject({ code: "conflict" });
    await expect(saveOwnEpisodes(db, 2, ["One"])).rejects.toMatchObject({ code: "not-found" });
    const id = await add();
    const lines = (count: number) => Array.from({ length: count }, () => "Tape");
    await expect(saveOwnEpisodes(db, id, lines(MAX_OWN_EPISODES + 1))).rejects.toMatchObject({
      code: "invalid",
    });
    await saveOwnEpisodes(db, id, lines(MAX_OWN_EPISODES));
    await expect(saveOwnEpisodes(db, id, ["x".repeat(1_001)])).rejects.toMatchObject({
      code: "invalid",
    });
    await saveOwnEpisodes(db, id, ["x".repeat(1_000)]);
  });
});

describe("deleting an own title", () => {
  it("needs the confirmation, and deletes what users recorded about it", async () => {
    const client = await createSignedInClient(database);
    const id = await add();
    await client.send("POST", "/api/user/watchList", { animeId: id, type: "Watching" });
    await client.send("POST", "/api/user/watchlist/seen", { animeId: id, episodes: "+1" });
    const saved = await client.send("POST", "/api/user/profile", {
      name: "Faye",
      last_name: "Valentine",
      gender: "female",
      favorite_animes: [id],
    });
    expect(saved.status).toBe(200);
    const page = await callPage(titlePage, `/admin/titles/${id}`, {
      params: { id: String(id) },
      init: { headers: { cookie: owner.cookie } },
    });
    expect(page).toMatchObject({ byHand: { users: 1, episodes: ["", "", ""] } });
    expect(await edit(id, { intent: "delete" })).toMatchObject({
      init: { status: 400 },
      data: { failure: { fields: { confirm: expect.any(String) as string } } },
    });
    const deleted = await edit(id, { intent: "delete", confirm: "yes" });
    expect(deleted.headers.get("location")).toBe("/admin/titles");
    expect(await stored(id)).toBeUndefined();
    const list = await client.send("GET", "/api/user/watchList");
    expect(dataOf(list)).toEqual([]);
    const profile = await client.send("GET", "/api/user/profile");
    expect(dataOf(profile)).toMatchObject({ favorite_animes: [] });
  });

  it("waits for users who recorded something about it, and for no others", async () => {
    const [tracker, other] = [
      await createSignedInClient(database),
      await createSignedInClient(database),
    ];
    const id = await add();
    await tracker.send("POST", "/api/user/watchList", { animeId: id, type: "Watching" });
    let deleting: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await lockTracking(tx, tracker.userId);
      deleting = deleteOwnTitle(db, id);
      const countWaiting = async () => {
        const rows = await sql`
          SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return rows.length;
      };
      await expect.poll(countWaiting, { interval: 10 }).toBe(1);
    });
    await deleting;
    expect(await stored(id)).toBeUndefined();
    const another = await add();
    await db.transaction(async (tx) => {
      await lockTracking(tx, other.userId);
      await deleteOwnTitle(db, another);
    });
    expect(await stored(another)).toBeUndefined();
  });

  it("is refused for an imported one", async () => {
    await importCatalog(db, chunks([title(1)]));
    await expect(deleteOwnTitle(db, 1)).rejects.toMatchObject({ code: "conflict" });
    expect(await stored(1)).toBeDefined();
  });
});

describe("akari titles add", () => {
  it("adds a title with its episodes, and names refused options", { tags: "rest" }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "akari-titles-"));
    try {
      const run = (args: string[]) =>
        createCommandRunner(database.options, folder)("titles-add", args);
      writeFileSync(join(folder, "episodes.txt"), "The lake\nThe boat\n");
      const added = await run([
        ...["Summer 2024", "--type", "ONA", "--year", "2024", "--mature", "--json"],
        ...["--episode-titles", "episodes.txt", "--genres", "Slice of Life, Comedy"],
      ]);
      expect([added.code, JSON.parse(added.out)]).toEqual([
        0,
        { id: 900_000_001, path: "/anime/900000001/summer-2024" },
      ]);
      expect(await listOwnEpisodes(db, 900_000_001)).toEqual(["The lake", "The boat"]);
      expect(await stored(900_000_001)).toMatchObject({ mature: true, episodes: 2 });
      const refused = await run(["Summer", "--type", "Podcast", "--year", "1"]);
      expect(refused.code).toBe(1);
      expect(refused.err).toContain("Not accepted: --type, --year.");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
