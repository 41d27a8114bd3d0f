import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { importCatalog, importRelations } from "~/features/import/import-catalog.server";
import { listDoubtfulGroups } from "~/features/library/list-files.server";
import { scanLibrary } from "~/features/library/scan-library.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
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
import { indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createMediaFolder, type MediaFolder } from "../../support/media/media-folder";
import type { TestAccount } from "../../support/server/account";
import { createPageCaller } from "../../support/server/call-page";
import { createCommandRunner } from "../../support/server/operator-commands";
import { createOwner } from "../../support/server/owner";
import { chunks, title } from "../catalog/import-support";

const database = await testDatabase();
const { db, sql } = database;
const dataDir = mkdtempSync(join(tmpdir(), "akari-audit-"));
const mediaRoot = mkdtempSync(join(tmpdir(), "akari-audit-media-"));
const callPage = createPageCaller(database, { DATA_DIR: dataDir, MEDIA_ROOTS: mediaRoot });
/** The first title that is added by hand. */
const OWN = 900_000_001;
/** The first one was undone. */
const SOURCE_ID = "2";
let owner: TestAccount;
let folder: MediaFolder;
let groupPath = "";

beforeAll(async () => {
  owner = await createOwner(database);
  await importCatalog(
    db,
    chunks([1, 2, 3, 4, 5].map((id) => title(id, { title: `Trigun ${id}` }))),
  );
  await importRelations(
    db,
    chunks([
      { mal_id: 1, relation: "Sequel", related_mal_id: 2 },
      { mal_id: 2, relation: "Sequel", related_mal_id: 3 },
    ]),
  );
  await indexForSearch(db);
  folder = createMediaFolder();
  folder.add("Something Else - 01.mkv");
  await addMediaFolder(db, folder.path, "shows");
  await scanLibrary(database, { names: ["shows"], rematch: true });
  const [group] = await listDoubtfulGroups(db, "shows");
  groupPath = `/admin/library/group?${new URLSearchParams({
    folder: "shows",
    group: group?.groupKey ?? "",
  }).toString()}`;
  await sql`
    CREATE FUNCTION refuse_audit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no room for the audit log'; END $$`;
});
afterEach(() => sql`DROP TRIGGER IF EXISTS refuse_audit ON audit_log`);
afterAll(() => {
  folder.remove();
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

/** Whether the form was accepted: it redirects. */
async function submit(
  handler: unknown,
  path: string,
  fields: Record<string, string>,
): Promise<boolean> {
  const [, id = ""] = /^\/(?:admin\/titles|franchise)\/(\d+)/.exec(path) ?? [];
  const result = await callPage(handler as (args: never) => Promise<unknown>, path, {
    params: { id },
    init: {
      method: "POST",
      headers: { cookie: owner.cookie },
      body: new URLSearchParams(fields),
    },
  }).catch((error: unknown) => error);
  return result instanceof Response;
}

const source = { anime: "1", episode: "1", url: "https://media.test/1.m3u8", kind: "sub" };
const settings = {
  name: "Shelf",
  signUps: "",
  defaultLocale: "",
  defaultTheme: "dark",
  downloads: "off",
  welcome: "",
  announcement: "",
};
const facts = { title: "Trigun Stampede", type: "TV", status: "Finished Airing" };

/** In this order: later ones change what earlier ones made. */
it.each([
  ["a corrected title", titleAction, "/admin/titles/1", facts],
  ["a hidden title", titleAction, "/admin/titles/1", { intent: "hide" }],
  ["a title that is shown again", titleAction, "/admin/titles/1", { intent: "show" }],
  ["an order of a story", franchiseAction, "/franchise/1", { title: "3", move: "-1" }],
  ["an order that is taken back", franchiseAction, "/franchise/1", { reset: "" }],
  ["a new title", newTitleAction, "/admin/titles/new", facts],
  ["its cover", titleAction, `/admin/titles/${OWN}`, { intent: "cover" }],
  ["its episodes", titleAction, `/admin/titles/${OWN}`, { intent: "episodes", episodes: "One" }],
  ["its end", titleAction, `/admin/titles/${OWN}`, { intent: "delete", confirm: "yes" }],
  ["a merge", titleAction, "/admin/titles/5", { intent: "merge", into: "4", confirmMerge: "yes" }],
  ["a source", sourcesAction, "/admin/sources", { intent: "add", ...source, unchecked: "yes" }],
  ["a source's end", sourcesAction, "/admin/sources", { intent: "remove", id: SOURCE_ID }],
  ["settings", settingsAction, "/admin/settings", settings],
  ["a scan", libraryAction, "/admin/library", { intent: "scan", folder: "shows" }],
  ["a scan that is stopped", libraryAction, "/admin/library", { intent: "stop", folder: "shows" }],
  ["an attached group", groupAction, "", { intent: "attach", anime: "1", offset: "0" }],
  ["a group that is taken back", groupAction, "", { intent: "reopen" }],
  ["an ignored group", groupAction, "", { intent: "ignore" }],
  ["an end of watching", libraryAction, "/admin/library", { intent: "unwatch", folder: "shows" }],
  ["a media folder", addFolderAction, "/admin/library/add", { folder: mediaRoot, name: "added" }],
  ["a media folder's end", removeFolderAction, "/admin/library/remove?folder=added", {}],
] as const)("undoes %s whose record fails", async (_name, handler, path, fields) => {
  const before = await snapshot();
  await refuseAudit();
  expect(await submit(handler, path === "" ? groupPath : path, fields)).toBe(false);
  expect(await snapshot()).toEqual(before);
  await acceptAudit();
  expect(await submit(handler, path === "" ? groupPath : path, fields)).toBe(true);
  expect(await snapshot()).not.toEqual(before);
});

it("clears no cache whose record fails", async () => {
  const encoded = join(dataDir, "cache", "encoded");
  mkdirSync(encoded, { recursive: true });
  writeFileSync(join(encoded, "a"), "segment");
  await refuseAudit();
  expect(await submit(storageAction, "/admin/storage", { cache: "encoded" })).toBe(false);
  expect(readdirSync(encoded)).toEqual(["a"]);
});

it.each([
  ["titles-add", ["Summer 2024"]],
  ["titles-hide", ["1"]],
  ["titles-merge", ["2", "--into", "1", "--yes"]],
])("undoes the change of akari %s whose record fails", { tags: "rest" }, async (name, args) => {
  const before = await snapshot();
  await refuseAudit();
  const { code, err } = await createCommandRunner(database.options, dataDir)(name, args);
  expect([code, err]).toEqual([1, expect.stringContaining("no room for the audit log")]);
  expect(await snapshot()).toEqual(before);
});
