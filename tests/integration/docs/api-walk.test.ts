// @module-tag rest
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { users } from "~db/schema";
import { addAnimeId } from "../../factories/anime-id";
import { startApi } from "../../support/server/api-client";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

it.skipIf(!hasCurl)("the walkthrough in docs/api.md works as written (needs curl)", async () => {
  await addAnimeId(database.db, { mal_id: 1, title: "Cowboy Bebop" });
  const { origin } = await startApi(database);
  const script = /```sh\n([\s\S]*?)```/.exec(readFileSync("docs/api.md", "utf8"))?.[1] ?? "exit 1";
  const { stdout } = await promisify(execFile)("sh", ["-eu", "-c", script], {
    env: { ...process.env, BASE: origin, no_proxy: "127.0.0.1" },
  });
  const steps = script.split("\n").filter((line) => line.startsWith("call ")).length;
  expect(stdout.match(/"success":true/g)).toHaveLength(steps - 1);
  expect(stdout).toContain("<my_status>Completed</my_status>");
  expect(stdout).toContain('"counts":{"total":1,"added":0,"changed":1,"unchanged":0,"notFound":0}');
  expect(stdout.trimEnd().split("\n").at(-1)).toBe('{"success":true,"data":null}');
  expect(await database.db.select().from(users)).toEqual([]);
});
