import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { oldestUnderstood, readMigrations } from "~db/migration-files.server";
import {
  listContracting,
  listCreatedTables,
  listTriggerFunctions,
} from "../support/contracting-statements";

const folder = "db/migrations";
/** The last one of version 0.1. */
const LAST_RELEASED = "0014";

/**
 * The line of a migration with which the last release cannot run side by side: its instances stop
 * first, as the upgrade notes say, and it refuses to start afterwards.
 */
const DECLARATION = /^-- breaks older releases: \S.*/m;

/** The line of a migration that drops only what no release that runs beside it uses. */
const UNUSED = /^-- unused since \d+\.\d+\.\d+: \S.*/m;

const since = readdirSync(folder).filter(
  (name) => name.endsWith(".sql") && name.slice(0, 4) > LAST_RELEASED,
);

const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const newTables = since.flatMap((name) => listCreatedTables(textOf(name)));
const triggerFunctions = since.flatMap((name) => listTriggerFunctions(textOf(name)));

describe("a migration since the last release", () => {
  it.each(since)("%s only adds, or is declared", (name) => {
    const contracting = listContracting(textOf(name), newTables, triggerFunctions);
    if (DECLARATION.test(textOf(name)) || UNUSED.test(textOf(name)))
      expect(contracting).not.toEqual([]);
    else expect(contracting).toEqual([]);
  });

  it("drops only what is known to be unused", () => {
    expect(since.filter((name) => UNUSED.test(textOf(name)))).toEqual([
      "0049_former_job_queue.sql",
    ]);
  });

  it("is declared where it is known to break them", () => {
    const declared = since.filter((name) => DECLARATION.test(textOf(name)));
    expect(declared).toEqual(["0015_tracking.sql", "0016_continue_removals.sql"]);
    const [last] = readMigrations(folder).filter(({ name }) => name === "0016_continue_removals");
    expect(oldestUnderstood(readMigrations(folder))).toBe(last?.createdAt);
  });

  it("that is declared is in the upgrade notes", () => {
    expect(readFileSync("docs/updates.md", "utf8")).toContain(
      "Several instances: stop all of 0.1 before the first one of this version starts",
    );
  });
});

describe("a statement that code from before it might not survive", () => {
  it.each([
    'DROP TABLE "a"',
    'ALTER TABLE "a" DROP COLUMN "b"',
    'ALTER TABLE "a" RENAME COLUMN "b" TO "c"',
    'ALTER TABLE "a" RENAME TO "b"',
    'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL',
    'ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE text',
    'ALTER TABLE "a" ALTER COLUMN "b" TYPE text',
    'ALTER TABLE "a" ADD COLUMN "b" text NOT NULL',
    'ALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("a"."b" > 0)',
    'ALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE("b")',
    'CREATE UNIQUE INDEX "i" ON "a" USING btree ("b")',
    "DROP FUNCTION called_by_name()",
    "DROP FUNCTION of_trigger() CASCADE",
  ])("%s is found", (statement) => {
    expect(
      listContracting(`SELECT 1;--> statement-breakpoint\n${statement};`, undefined, [
        "of_trigger",
      ]),
    ).toEqual([statement]);
  });

  it.each([
    'CREATE TABLE "a" ("b" text NOT NULL, CONSTRAINT "c" CHECK (b > 0));',
    'CREATE TABLE "a" ("b" text);--> statement-breakpoint\nCREATE UNIQUE INDEX "i" ON "a" ("b");',
    'ALTER TABLE "a" ADD COLUMN "b" text;',
    `ALTER TABLE "a" ADD COLUMN "b" text DEFAULT '' NOT NULL;`,
    'ALTER TABLE "a" ADD COLUMN "b" int GENERATED ALWAYS AS (1) STORED NOT NULL;',
    'ALTER TABLE "a" ADD COLUMN "b" int DEFAULT 1;ALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("a"."b" > 0);',
    'ALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "d"("b");',
    'ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (b > 0) NOT VALID;',
    'DROP INDEX "i"; -- DROP TABLE "a";',
    "CREATE FUNCTION f() RETURNS void AS $$ BEGIN DROP TABLE a; END $$ LANGUAGE plpgsql;",
    "DROP TRIGGER t ON a;--> statement-breakpoint\nDROP FUNCTION of_trigger();",
  ])("%s is not", (migration) => {
    expect(listContracting(migration, undefined, ["of_trigger"])).toEqual([]);
  });
});

/** Functions have one definition each since then, in `functions/`. */
const LAST_WITH_FUNCTIONS = "0042";

describe("the folder of migrations", () => {
  it("keeps the whole schema, and the last snapshot, which the next migration is compared with", () => {
    const last = readdirSync(folder)
      .filter((name) => name.endsWith(".sql"))
      .sort()
      .at(-1);
    expect(readdirSync(join(folder, "meta")).sort()).toEqual(
      [`${last?.slice(0, 4)}_snapshot.json`, "_journal.json", "_schema.sql"].sort(),
    );
  });

  it("applies migrations in the order of their numbers", () => {
    const journal = JSON.parse(textOf("meta/_journal.json")) as { entries: { when: number }[] };
    const times = journal.entries.map(({ when }) => when);
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
  });

  it("replaces no function in a migration", () => {
    const replacing = since.filter(
      (name) =>
        name.slice(0, 4) > LAST_WITH_FUNCTIONS &&
        textOf(name).includes("CREATE OR REPLACE FUNCTION"),
    );
    expect(replacing).toEqual([]);
  });
});
