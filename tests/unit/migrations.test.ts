import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listContracting, listCreatedTables } from "../support/contracting-statements";

const folder = "db/migrations";
/** The last one of version 0.1. */
const LAST_RELEASED = "0014";

/**
 * Migrations with which the last release cannot run side by side: its instances stop first, as the
 * upgrade notes say. In the next release the list begins anew.
 */
const DECLARED: Readonly<Record<string, string>> = {
  "0015_tracking.sql": "episodes, scores and tags of list entries move to new columns",
  "0016_continue_removals.sql": "removals from Continue watching move to a column with a time",
};

const since = readdirSync(folder).filter(
  (name) => name.endsWith(".sql") && name.slice(0, 4) > LAST_RELEASED,
);

const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const newTables = since.flatMap((name) => listCreatedTables(textOf(name)));

describe("a migration since the last release", () => {
  it.each(since)("%s only adds, or is declared", (name) => {
    const contracting = listContracting(textOf(name), newTables);
    if (name in DECLARED) expect(contracting).not.toEqual([]);
    else expect(contracting).toEqual([]);
  });

  it("is declared only where it exists", () => {
    expect(since).toEqual(expect.arrayContaining(Object.keys(DECLARED)));
  });

  it("that is declared is in the upgrade notes", () => {
    expect(readFileSync("docs/operating.md", "utf8")).toContain(
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
  ])("%s is found", (statement) => {
    expect(listContracting(`SELECT 1;--> statement-breakpoint\n${statement};`)).toEqual([
      statement,
    ]);
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
  ])("%s is not", (migration) => {
    expect(listContracting(migration)).toEqual([]);
  });
});
