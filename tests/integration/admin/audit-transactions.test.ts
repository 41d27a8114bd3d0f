import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addTitle } from "~/features/curation/add-title.server";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { action as jobsAction } from "~/routes/admin/jobs";
import { action as libraryAction } from "~/routes/admin/library";
import { action as addFolderAction } from "~/routes/admin/library-add";
import { action as groupAction } from "~/routes/admin/library-group";
import { action as removeFolderAction } from "~/routes/admin/library-remove";
import { action as newTitleAction } from "~/routes/admin/new-title";
import { action as settingsAction } from "~/routes/admin/settings";
import { action as sourcesAction } from "~/routes/admin/sources";
import { action as storageAction } from "~/routes/admin/storage";
import { action as titleAction } from "~/routes/admin/title";
import { action as franchiseAction } from "~/routes/catalog/franchise";
import { episodeSources, mediaFiles, mediaFolders } from "~db/schema";
import { addAnime, addEpisodes, addRelation } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import type { TestAccount } from "../../support/server/account";
import { createPageCaller } from "../../support/server/call-page";
import { createCommandRunner } from "../../support/server/operator-commands";
import { createOwner } from "../../support/server/owner";

const database = await testDatabase();
const { db, sql } = database;
const dataDir = mkdtempSync(join(tmpdir(), "akari-audit-"));
const mediaRoot = mkdtempSync(join(tmpdir(), "akari-audit-media-"));
const callPage = createPageCaller(database, { DATA_DIR: dataDir, MEDIA_ROOTS: mediaRoot });
let owner: TestAccount;

beforeAll(async () => {
  owner = await createOwner(database);
  await sql`
    CREATE FUNCTION refuse_audit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no room for the audit log'; END $$`;
});
afterEach(() => sql`DROP TRIGGER IF EXISTS refuse_audit ON audit_log`);
afterAll(() => {
  rmSync(dataDir, { recursive: true });
  rmSync(mediaRoot, { recursive: true });
});

const refuseAudit = () =>
  sql`
    CREATE TRIGGER refuse_audit BEFORE INSERT ON audit_log
    FOR EACH ROW EXECUTE FUNCTION refuse_audit()`;
const acceptAudit = () => sql`DROP TRIGGER refuse_audit ON audit_log`;

/** A digest of each table that a moderator or an owner changes. */
async function snapshot(): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      AND table_name NOT IN ('audit_log', 'sessions')
    ORDER BY 1`;
  const digests = await db.execute<{ name: string; digest: string }>(
    tables
      .map(
        ({ name }) =>
          `SELECT '${name}' AS name, md5(string_agg(r::text, '|' ORDER BY r::text)) AS digest FROM "${name}" r`,
      )
      .join(" UNION ALL "),
  );
  return Object.fromEntries(digests.map(({ name, digest }) => [name, digest]));
}

interface Form {
  action: unknown;
  path: string;
  fields: Record<string, string>;
}

/** Whether the form was accepted: it redirects. */
async function submit({ action, path, fields }: Form): Promise<boolean> {
  const [, id = ""] = /^\/(?:admin\/titles|franchise)\/(\d+)/.exec(path) ?? [];
  const result = await callPage(action as (args: never) => Promise<unknown>, path, {
    params: { id },
    init: {
      method: "POST",
      headers: { cookie: owner.cookie },
      body: new URLSearchParams(fields),
    },
  }).catch((error: unknown) => error);
  return result instanceof Response;
}

/** The second form, once the first one is accepted. */
async function after(first: Form, then: Form): Promise<Form> {
  expect(await submit(first)).toBe(true);
  return then;
}

const facts = { title: "Trigun Stampede", type: "TV", status: "Finished Airing" };
const settings = {
  name: "Shelf",
  signUps: "",
  defaultLocale: "",
  defaultTheme: "dark",
  downloads: "off",
  welcome: "",
  announcement: "",
};

const onTitle = (id: number, fields: Record<string, string>): Form => ({
  action: titleAction,
  path: `/admin/titles/${id}`,
  fields,
});
const addId = async () => (await addAnime(db)).mal_id;
const addOwnId = () => {
  const unknown = { title_english: null, title_japanese: null, duration: null, season: null };
  const others = { year: null, rating: null, episodes: 1, genres: [], studios: [], synopsis: null };
  return addTitle(db, { facts: { ...unknown, ...others, ...facts }, image: null });
};

/** The forms that move the last of three titles, and that take this back. */
async function addStory(): Promise<{ move: Form; reset: Form }> {
  const ids = [await addId(), await addId(), await addId()] as const;
  await addRelation(db, ids[0], "SEQUEL", ids[1]);
  await addRelation(db, ids[1], "SEQUEL", ids[2]);
  await rebuildFranchises(db);
  const form = { action: franchiseAction, path: `/franchise/${ids[0]}` };
  return {
    move: { ...form, fields: { title: String(ids[2]), move: "-1" } },
    reset: { ...form, fields: { reset: "" } },
  };
}

const onSources = (fields: Record<string, string>): Form => ({
  action: sourcesAction,
  path: "/admin/sources",
  fields,
});
async function addSourceId(): Promise<number> {
  const animeMalId = await addId();
  await addEpisodes(db, animeMalId, 1, 1);
  const [source] = await db
    .insert(episodeSources)
    .values({ animeMalId, number: 1, url: "https://media.test/1.m3u8", kind: "sub" })
    .returning({ id: episodeSources.id });
  return source?.id ?? 0;
}

/** The name of a media folder with one file, whose title is in doubt. */
async function addFolder(): Promise<string> {
  const name = `shows-${randomUUID()}`;
  await db.insert(mediaFolders).values({ name, path: `/nowhere/${name}` });
  await db.insert(mediaFiles).values({
    folder: name,
    path: "Something Else - 01.mkv",
    size: 1,
    modifiedAt: new Date(0),
    status: "ready",
    groupKey: GROUP_KEY,
  });
  return name;
}
const GROUP_KEY = " | something else";
const onJob = (intent: string): Form => ({
  action: jobsAction,
  path: "/admin/jobs",
  fields: { intent, job: "cleanup" },
});
const onLibrary = (folder: string, intent: string): Form => ({
  action: libraryAction,
  path: "/admin/library",
  fields: { intent, folder },
});
const onGroup = (folder: string, fields: Record<string, string>): Form => ({
  action: groupAction,
  path: `/admin/library/group?${new URLSearchParams({ folder, group: GROUP_KEY }).toString()}`,
  fields,
});
const onNewFolder = (name: string): Form => ({
  action: addFolderAction,
  path: "/admin/library/add",
  fields: { folder: mkdtempSync(join(mediaRoot, "folder-")), name },
});

it.each<[string, () => Form | Promise<Form>]>([
  ["a corrected title", async () => onTitle(await addId(), facts)],
  ["a hidden title", async () => onTitle(await addId(), { intent: "hide" })],
  [
    "a title that is shown again",
    async () => {
      const id = await addId();
      return after(onTitle(id, { intent: "hide" }), onTitle(id, { intent: "show" }));
    },
  ],
  ["an order of a story", async () => (await addStory()).move],
  [
    "an order that is taken back",
    async () => {
      const { move, reset } = await addStory();
      return after(move, reset);
    },
  ],
  ["a new title", () => ({ action: newTitleAction, path: "/admin/titles/new", fields: facts })],
  ["its cover", async () => onTitle(await addOwnId(), { intent: "cover" })],
  ["its episodes", async () => onTitle(await addOwnId(), { intent: "episodes", episodes: "One" })],
  ["its end", async () => onTitle(await addOwnId(), { intent: "delete", confirm: "yes" })],
  [
    "a merge",
    async () => {
      const into = String(await addId());
      return onTitle(await addId(), { intent: "merge", into, confirmMerge: "yes" });
    },
  ],
  [
    "a source",
    async () => {
      const source = { episode: "1", url: "https://media.test/1.m3u8", kind: "sub" };
      const anime = String(await addId());
      return onSources({ intent: "add", anime, ...source, unchecked: "yes" });
    },
  ],
  ["a source's end", async () => onSources({ intent: "remove", id: String(await addSourceId()) })],
  ["settings", () => ({ action: settingsAction, path: "/admin/settings", fields: settings })],
  ["a job that is asked for", () => onJob("run")],
  ["a job that is turned off", () => onJob("disable")],
  ["a job that is turned on", () => after(onJob("disable"), onJob("enable"))],
  ["a scan", async () => onLibrary(await addFolder(), "scan")],
  [
    "a scan that is stopped",
    async () => {
      const name = await addFolder();
      return after(onLibrary(name, "scan"), onLibrary(name, "stop"));
    },
  ],
  [
    "an attached group",
    async () => {
      const anime = String(await addId());
      return onGroup(await addFolder(), { intent: "attach", anime, offset: "0" });
    },
  ],
  [
    "a group that is taken back",
    async () => {
      const name = await addFolder();
      return after(onGroup(name, { intent: "ignore" }), onGroup(name, { intent: "reopen" }));
    },
  ],
  ["an ignored group", async () => onGroup(await addFolder(), { intent: "ignore" })],
  ["an end of watching", async () => onLibrary(await addFolder(), "unwatch")],
  ["a media folder", () => onNewFolder("new")],
  [
    "a media folder's end",
    () =>
      after(onNewFolder("added"), {
        action: removeFolderAction,
        path: "/admin/library/remove?folder=added",
        fields: {},
      }),
  ],
])("undoes %s whose record fails", async (_name, prepare) => {
  const form = await prepare();
  const before = await snapshot();
  await refuseAudit();
  expect(await submit(form)).toBe(false);
  expect(await snapshot()).toEqual(before);
  await acceptAudit();
  expect(await submit(form)).toBe(true);
  expect(await snapshot()).not.toEqual(before);
});

it("clears no cache whose record fails", async () => {
  const encoded = join(dataDir, "cache", "encoded");
  mkdirSync(encoded, { recursive: true });
  writeFileSync(join(encoded, "a"), "segment");
  await refuseAudit();
  const form = { action: storageAction, path: "/admin/storage", fields: { cache: "encoded" } };
  expect(await submit(form)).toBe(false);
  expect(readdirSync(encoded)).toEqual(["a"]);
});

it.each<[string, () => string[] | Promise<string[]>]>([
  ["catalog-import", () => ["jikan", "--base-url", "http://127.0.0.1:9/v4"]],
  ["jobs-run", () => ["maintenance"]],
  ["titles-add", () => ["Summer 2024"]],
  ["titles-hide", async () => [String(await addId())]],
  ["titles-merge", async () => [String(await addId()), "--into", String(await addId()), "--yes"]],
])("undoes the change of akari %s whose record fails", { tags: "rest" }, async (name, prepare) => {
  const args = await prepare();
  const before = await snapshot();
  await refuseAudit();
  const { code, err } = await createCommandRunner(database.options, dataDir)(name, args);
  expect([code, err]).toEqual([1, expect.stringContaining("no room for the audit log")]);
  expect(await snapshot()).toEqual(before);
});
