// @module-tag rest
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { getEpisode } from "~/features/catalog/episodes/list-episodes.server";
import { listSources } from "~/features/playback/sources/list-sources.server";
import { addAnime, addEpisodes } from "../../factories/anime";
import { startMediaOrigin } from "../../fakes/media-origin";
import { episodeSources } from "~db/schema";
import { createCommandRunner } from "../../support/server/operator-commands";
import { testDatabase } from "../../support/database/test-database";

const { db, sql, options } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "akari-sources-"));
const command = createCommandRunner(options, folder);
afterAll(() => rmSync(folder, { recursive: true }));

const PLAYLIST = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n";

const sourcesAdd = (args: string[], environment: Record<string, string> = {}) =>
  command("sources-add", args, environment);

async function series(): Promise<number> {
  const { mal_id: id } = await addAnime(db);
  await addEpisodes(db, id, 1, 2, { videoSource: "https://catalog.test/own.m3u8" });
  return id;
}

const origin = (isAlive: () => boolean = () => true) =>
  startMediaOrigin({
    "/good.m3u8": (_request, response) =>
      isAlive() ? response.end(PLAYLIST) : response.writeHead(410).end(),
    "/film": (_request, response) =>
      response.end(Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "latin1")),
    "/page.m3u8": (_request, response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><p>Sign in first</p>"),
  });

describe("npm run sources:add", () => {
  it("attaches a reachable playlist before the catalog's own source, and updates it the second time", async () => {
    const { url, host } = await origin();
    const id = await series();
    const named = ["--anime", String(id), "--episode", "1", "--url", `${url}/good.m3u8`];
    const first = await sourcesAdd(
      [...named, "--language", "en", "--label", "1080p", "--intro", "60-150", "--outro", "21:50-"],
      { OUTBOUND_ALLOW: host },
    );
    expect(first).toMatchObject({
      code: 0,
      out: "1 added, 0 changed, 0 unchanged, 0 refused\n",
      err: "",
    });
    expect(await listSources(db, id, 1)).toMatchObject([
      {
        url: `/api/videoProxy?url=${encodeURIComponent(`${url}/good.m3u8`)}`,
        isFile: false,
        kind: "sub",
        language: "en",
        label: "1080p",
        intro: { start: 60, end: 150 },
        outro: { start: 1310, end: null },
      },
      { url: "/api/videoProxy?url=https%3A%2F%2Fcatalog.test%2Fown.m3u8", kind: null },
    ]);
    expect(
      (await getEpisode(db, { animeId: id, number: 1, parentalControl: true })).video_url,
    ).toBe(`/api/videoProxy?url=${encodeURIComponent(`${url}/good.m3u8`)}`);
    expect(
      (await getEpisode(db, { animeId: id, number: 2, parentalControl: true })).video_url,
    ).toBe("/api/videoProxy?url=https%3A%2F%2Fcatalog.test%2Fown.m3u8");
    expect((await sourcesAdd([...named, "--kind", "dub"], { OUTBOUND_ALLOW: host })).out).toBe(
      "0 added, 1 changed, 0 unchanged, 0 refused\n",
    );
    expect((await sourcesAdd([...named, "--kind", "dub"], { OUTBOUND_ALLOW: host })).out).toBe(
      "0 added, 0 changed, 1 unchanged, 0 refused\n",
    );
    expect(await listSources(db, id, 1)).toMatchObject([
      { kind: "dub", label: null, intro: null },
      {},
    ]);
  });

  it("notifies running services of the change", async () => {
    const { url, host } = await origin();
    const id = await series();
    const version = async () =>
      (await sql<{ version: string }[]>`SELECT version::text FROM catalog_state`)[0]?.version ??
      "0";
    const before = await version();
    await sourcesAdd(["--anime", String(id), "--episode", "1", "--url", `${url}/film`], {
      OUTBOUND_ALLOW: host,
    });
    expect(Number(await version())).toBe(Number(before) + 1);
    expect(await listSources(db, id, 1)).toMatchObject([{ isFile: true }, {}]);
  });

  it("attaches no unreachable, unplayable or private source, and none of an unknown anime", async () => {
    const { url, host } = await origin();
    const id = await series();
    const attempt = (
      anime: number,
      address: string,
      environment: Record<string, string> = { OUTBOUND_ALLOW: host },
    ) => sourcesAdd(["--anime", String(anime), "--episode", "1", "--url", address], environment);
    for (const [outcome, expectedOutput] of [
      [await attempt(id, `${url}/page.m3u8`), "neither an HLS playlist nor an MP4"],
      [await attempt(id, `${url}/gone.m3u8`), "status 404"],
      [await attempt(id, `${url}/good.m3u8`, {}), "not attached"],
      [await attempt(999_999, `${url}/good.m3u8`), "no anime with the id 999999"],
      [await attempt(id, "/media/files/nowhere/1.m3u8"), "there is no such file"],
    ] as const) {
      expect(outcome).toMatchObject({
        code: 1,
        out: "0 added, 0 changed, 0 unchanged, 1 refused\n",
      });
      expect(outcome.err).toContain(expectedOutput);
    }
    expect(await listSources(db, id, 1)).toHaveLength(1);
  });

  it("says what is missing on a line of its own", async () => {
    const outcome = await sourcesAdd(["--anime", String(await series()), "--episode", "1"]);
    expect(outcome.code).toBe(1);
    expect(outcome.err).toMatch(/^url /);
  });

  it("reads a manifest, idempotently, and names the rejected lines", async () => {
    const { url, host } = await origin();
    const id = await series();
    const manifest = join(folder, "manifest.ndjson");
    const lines = [
      { anime: id, episode: 1, url: `${url}/good.m3u8`, kind: "dub", language: "es", order: 1 },
      { anime: id, episode: 1, url: `${url}/film`, order: 0 },
      { anime: id, episode: 7, url: `${url}/film` },
      { anime: id, episode: 2, url: "ftp://media.test/1" },
    ];
    writeFileSync(
      manifest,
      lines.map((line) => `${JSON.stringify(line)}\n`).join("") + "{broken\n",
    );
    const first = await sourcesAdd(["--manifest", manifest], { OUTBOUND_ALLOW: host });
    expect(first).toMatchObject({ code: 1, out: "3 added, 0 changed, 0 unchanged, 2 refused\n" });
    expect(first.err).toContain(`${manifest}:4: url must be an http or https address`);
    expect(first.err).toContain(`${manifest}:5:`);
    expect((await sourcesAdd(["--manifest", manifest], { OUTBOUND_ALLOW: host })).out).toBe(
      "0 added, 0 changed, 3 unchanged, 2 refused\n",
    );
    expect((await listSources(db, id, 1)).map((source) => source.kind)).toEqual([
      "sub",
      "dub",
      null,
    ]);
    expect(await listSources(db, id, 7)).toHaveLength(1);
  });

  it("checks every source again, reports the dead ones and offers them last", async () => {
    await sql`DELETE FROM episode_sources`;
    let isAlive = true;
    const { url, host } = await origin(() => isAlive);
    const id = await series();
    for (const [path, order] of [
      ["good.m3u8", "0"],
      ["film", "1"],
    ] as const) {
      await sourcesAdd(
        ["--anime", String(id), "--episode", "1", "--url", `${url}/${path}`, "--order", order],
        { OUTBOUND_ALLOW: host },
      );
    }
    isAlive = false;
    const check = await sourcesAdd(["--check"], { OUTBOUND_ALLOW: host });
    expect(check).toMatchObject({
      code: 1,
      out: `dead: anime ${id} episode 1 ${url}/good.m3u8: it responds with status 410\n2 checked, 1 dead\n`,
    });
    expect((await listSources(db, id, 1))[0]?.isFile).toBe(true);
    isAlive = true;
    expect(await sourcesAdd(["--check"], { OUTBOUND_ALLOW: host })).toMatchObject({
      code: 0,
      out: "2 checked, 0 dead\n",
    });
    expect((await listSources(db, id, 1))[0]?.isFile).toBe(false);
  });
});

describe("npm run sources:remove", () => {
  it("removes the named source only, and prints it", async () => {
    await sql`DELETE FROM episode_sources`;
    const [one, other] = [await series(), await series()];
    const at = (anime: number, episode: number, path: string) => ({
      anime,
      episode,
      url: `https://media.test/${path}`,
    });
    for (const { anime, episode, url } of [
      at(one, 1, "a"),
      at(one, 1, "b"),
      at(one, 2, "a"),
      at(other, 1, "a"),
    ])
      await db
        .insert(episodeSources)
        .values({ animeMalId: anime, number: episode, url, kind: "sub" });
    expect(
      await command("sources-remove", [
        "--anime",
        String(one),
        "--episode",
        "1",
        "--url",
        "https://media.test/b",
      ]),
    ).toMatchObject({
      code: 0,
      out: `removed: anime ${one} episode 1 https://media.test/b\n1 removed\n`,
    });
    expect((await command("sources-remove", ["--list"])).out.trimEnd().split("\n")).toHaveLength(3);
    await sql`UPDATE episode_sources SET status = 'dead' WHERE anime_mal_id = ${other}`;
    expect((await command("sources-remove", ["--dead"])).out).toBe(
      `removed: anime ${other} episode 1 https://media.test/a\n1 removed\n`,
    );
    expect((await command("sources-remove", ["--anime", String(one)])).out).toContain(
      "2 removed\n",
    );
    expect(await command("sources-remove", ["--anime", String(one)])).toMatchObject({
      code: 1,
      out: "0 removed\n",
    });
    expect(await listSources(db, one, 1)).toMatchObject([{ kind: null }]);
  });

  it("prints JSON with --json, as adding and checking do", async () => {
    await sql`DELETE FROM episode_sources`;
    const { url, host } = await origin();
    const id = await series();
    const run = async (name: "sources-add" | "sources-remove", ...args: string[]) => {
      const { code, out } = await command(name, [...args, "--json"], { OUTBOUND_ALLOW: host });
      return { code, result: JSON.parse(out) as unknown };
    };
    const named = ["--anime", String(id), "--episode", "1", "--url"];
    const source = { anime: id, episode: 1, url: `${url}/good.m3u8` };
    expect(await run("sources-add", ...named, `${url}/good.m3u8`)).toEqual({
      code: 0,
      result: { added: 1, changed: 0, unchanged: 0, refused: 0, problems: [] },
    });
    expect(await run("sources-add", ...named, `${url}/missing`)).toMatchObject({
      code: 1,
      result: { refused: 1, problems: [{ at: `${url}/missing` }] },
    });
    expect(await run("sources-add", "--check")).toEqual({
      code: 0,
      result: { checked: 1, dead: [] },
    });
    expect(await run("sources-remove", "--list")).toMatchObject({
      code: 0,
      result: { sources: [source] },
    });
    expect(await run("sources-remove", "--anime", String(id))).toEqual({
      code: 0,
      result: { removed: [source] },
    });
    expect(await run("sources-remove", "--list")).toEqual({ code: 0, result: { sources: [] } });
    expect(await run("sources-remove", "--dead")).toEqual({ code: 1, result: { removed: [] } });
  });

  it("removes nothing without a name", async () => {
    for (const args of [[], ["--episode", "1"], ["--anime", "x"]])
      expect((await command("sources-remove", args)).code).toBe(1);
  });
});
