// @module-tag rest
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jikanAnime, jikanEpisode } from "../../fakes/jikan/shapes";
import { startFakeJikan } from "../../fakes/jikan/server";
import { createCommandRunner } from "../../support/server/operator-commands";
import { testDatabase } from "../../support/database/test-database";
import { title } from "./import-support";

const { sql, options } = await testDatabase();
let folder = "";

beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state, audit_log CASCADE`;
  folder = mkdtempSync(join(tmpdir(), "akari-import-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const catalogImport = (args: string[], onChild?: (child: ChildProcess) => void) =>
  createCommandRunner(options, folder)("catalog-import", args, {}, onChild);

function file(name: string, rows: unknown[]): string {
  writeFileSync(
    join(folder, name),
    rows.map((row) => `${typeof row === "string" ? row : JSON.stringify(row)}\n`).join(""),
  );
  return join(folder, name);
}

describe("npm run catalog:import", () => {
  it("imports titles, episodes and relations, and reports totals and rejected rows", async () => {
    const catalog = file("catalog.ndjson", [
      title(1),
      "{broken",
      title(2, { score: 12 }),
      title(3),
    ]);
    const episodes = file("episodes.ndjson", [{ mal_id: 1, number: 1, title: "One" }]);
    const relations = file("relations.ndjson", [
      { mal_id: 1, related_mal_id: 3, relation: "SEQUEL" },
    ]);
    const { code, out, err } = await catalogImport([
      catalog,
      "--episodes",
      episodes,
      "--relations",
      relations,
    ]);
    expect([code, err]).toEqual([0, expect.stringContaining("100 %")]);
    expect(out.replace(/ +/g, " ")).toContain(
      " added changed unchanged rejected\nanimes 2 0 0 2\nepisodes 1 0 0 0\nrelations 1 0 0 0\n",
    );
    const report = readFileSync(join(folder, "catalog.rejected.ndjson"), "utf8").trim().split("\n");
    expect(report.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        source: "catalog.ndjson",
        kind: "animes",
        line: 2,
        reason: "is not valid JSON",
        row: "{broken",
      },
      {
        source: "catalog.ndjson",
        kind: "animes",
        line: 3,
        reason: "score must be a number from 0 to 10",
        row: '{"mal_id":2,"title":"Title 2","score":12}',
      },
    ]);
    expect(existsSync(join(folder, "episodes.rejected.ndjson"))).toBe(false);
  });

  it("lists relations of unknown titles only in a file that was asked for", async () => {
    const relations = file("relations.ndjson", [
      { mal_id: 1, related_mal_id: 2, relation: "SEQUEL" },
      { mal_id: 9, related_mal_id: 1, relation: "PREQUEL" },
    ]);
    const args = [file("catalog.ndjson", [title(1)]), "--relations", relations, "--json"];
    const counts = { relations: { added: 1, changed: 0, unchanged: 0, rejected: 1 } };
    expect(JSON.parse((await catalogImport(args)).out)).toMatchObject({
      counts,
      rejected_files: [],
    });
    expect(existsSync(join(folder, "relations.rejected.ndjson"))).toBe(false);
    const asked = join(folder, "asked.ndjson");
    await catalogImport([...args, "--rejected", asked]);
    expect(JSON.parse(readFileSync(asked, "utf8"))).toEqual({
      source: "relations.ndjson",
      kind: "relations",
      line: 2,
      reason: "mal_id 9 is not in the catalog",
      row: '{"mal_id":9,"related_mal_id":1,"relation":"PREQUEL"}',
    });
    writeFileSync(relations, "{broken\n", { flag: "a" });
    await catalogImport(args);
    const report = readFileSync(join(folder, "relations.rejected.ndjson"), "utf8");
    expect(JSON.parse(report)).toMatchObject({ line: 3, reason: "is not valid JSON" });
  });

  it("imports characters, staff and theme songs without a file of titles", async () => {
    await catalogImport([file("catalog.ndjson", [title(1)])]);
    const character = { mal_id: 1, character_id: 1, name: "Spike Spiegel", role: "Main" };
    // The characters exceed a chunk of rows.
    const characters = Array.from({ length: 1_200 }, (_, index) => ({
      ...character,
      character_id: index + 1,
    }));
    const { code, out } = await catalogImport([
      "--characters",
      file("characters.ndjson", [
        ...characters,
        { ...character, role: "Cameo" },
        "x".repeat(1_048_577),
      ]),
      "--staff",
      file("staff.ndjson", [{ mal_id: 1, person_id: 1, name: "Someone", roles: ["Director"] }]),
      "--themes",
      file("themes.ndjson", [{ mal_id: 1, openings: ["Song"] }]),
    ]);
    expect(code).toBe(0);
    expect(out.replace(/ +/g, " ")).toContain(
      "characters 1,200 0 0 2\nstaff 1 0 0 0\nthemes 1 0 0 0\n",
    );
    const report = readFileSync(join(folder, "characters.rejected.ndjson"), "utf8");
    expect(report).toContain("role must be Main or Supporting");
    expect(report).toContain("is longer than 1048576 bytes");
    expect((await catalogImport(["--staff", join(folder, "nothing.ndjson")])).code).toBe(1);
  });

  it("prints one JSON object with --json", async () => {
    const catalog = file("catalog.ndjson", [title(1), title(2, { score: 12 })]);
    const { code, out } = await catalogImport([catalog, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      ok: true,
      counts: { animes: { added: 1, changed: 0, unchanged: 0, rejected: 1 } },
      rejected_files: ["catalog.rejected.ndjson"],
    });
    const failed = await catalogImport([join(folder, "nothing.ndjson"), "--json"]);
    expect(failed.code).toBe(1);
    expect(failed.err).toContain("nothing.ndjson");
    expect(JSON.parse(failed.out)).toMatchObject({ ok: false, rejected_files: [] });
  });

  it("keeps the rows of a truncated gzip, reports it, and fails", async () => {
    const whole = gzipSync(
      Array.from({ length: 3_000 }, (_, index) =>
        JSON.stringify(title(index + 1, { synopsis: crypto.randomUUID() })),
      ).join("\n"),
    );
    const path = join(folder, "cut.ndjson.gz");
    writeFileSync(path, whole.subarray(0, whole.length - 5_000));
    const { code, err } = await catalogImport([path]);
    expect([code, err]).toEqual([1, expect.stringContaining("damaged or ends early")]);
    const [saved] = await sql<{ count: number }[]>`SELECT count(*)::int FROM animes`;
    expect(saved?.count).toBeGreaterThan(2_000);
  });

  it("fails when a source has no valid row or is missing", async () => {
    expect((await catalogImport([file("wrong.ndjson", ["a", "b"])])).code).toBe(1);
    expect(await catalogImport([join(folder, "missing.ndjson")])).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no file") as string,
    });
  });

  it("prints its usage when called wrongly", async () => {
    expect(await catalogImport([])).toMatchObject({
      code: 1,
      err: expect.stringContaining("Specify what to import.") as string,
    });
    expect(await catalogImport(["jikan", "--from-page", "0"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("--from-page takes whole numbers") as string,
    });
  });

  it("stops a Jikan import on Ctrl-C and resumes it the next time", async () => {
    const jikan = await startFakeJikan();
    jikan.animes = Array.from({ length: 60 }, (_, index) => jikanAnime(index + 1));
    const args = ["jikan", "--base-url", jikan.baseUrl.href];
    jikan.failNext("/anime?page=2", "silent");
    const first = await catalogImport(args, (child) => {
      jikan.onRequest = (path) => {
        if (path === "/anime?page=2") child.kill("SIGINT");
      };
    });
    expect([first.code, first.err]).toEqual([130, expect.stringContaining("continues at page 2")]);
    jikan.onRequest = () => undefined;
    jikan.requests.length = 0;
    const second = await catalogImport(args);
    expect([second.code, jikan.requests]).toEqual([0, ["/anime?page=2", "/anime?page=3"]]);
    expect(await sql`SELECT count(*)::int FROM animes`).toEqual([{ count: 60 }]);
    expect(existsSync(join(folder, "data/jikan-import.json"))).toBe(false);
    await jikan.close();
  });

  it("imports the episodes of single titles from Jikan, and records that it began", async () => {
    const jikan = await startFakeJikan();
    await catalogImport([file("catalog.ndjson", [title(21)])]);
    jikan.episodes.set(21, [jikanEpisode(1)]);
    jikan.relations.set(21, []);
    const { code, out } = await catalogImport([
      "jikan",
      "--episodes",
      "21",
      "--relations",
      "21",
      "--base-url",
      jikan.baseUrl.href,
    ]);
    expect([code, out.replace(/ +/g, " ")]).toEqual([
      0,
      expect.stringContaining("episodes 1 0 0 0"),
    ]);
    expect(await sql`SELECT via, action, details FROM audit_log`).toEqual([
      { via: "command", action: "import.started", details: { source: "jikan" } },
    ]);
    jikan.requests.length = 0;
    const own = await catalogImport(["jikan", "--episodes", "21,900000001"]);
    expect([own.code === 0, own.err]).toEqual([
      false,
      expect.stringContaining("--episodes: 900000001 is a title of this site, which Jikan lacks."),
    ]);
    expect(jikan.requests).toEqual([]);
    await jikan.close();
  });
});
