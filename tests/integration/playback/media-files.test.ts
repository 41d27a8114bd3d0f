import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { listSources } from "~/features/playback/sources/list-sources.server";
import { loader } from "~/routes/media/file";
import { addAnime, addEpisodes } from "../../factories/anime";
import { startProcess } from "../../support/server/process";
import { createCommandRunner } from "../../support/server/operator-commands";
import { rawExchange } from "../../support/server/raw-http";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const outside = mkdtempSync(join(tmpdir(), "akari-outside-"));
const shows = join(outside, "My Shows");
const film = randomBytes(700_001);

beforeAll(async () => {
  mkdirSync(join(shows, "one"), { recursive: true });
  mkdirSync(join(shows, ".hidden"));
  writeFileSync(join(shows, "film.mp4"), film);
  writeFileSync(join(shows, "one/master.m3u8"), "#EXTM3U\n");
  writeFileSync(join(shows, "one/v.m3u8"), "#EXTM3U\n");
  writeFileSync(join(shows, "empty.mp4"), "");
  writeFileSync(join(shows, "notes.txt"), "keep out");
  writeFileSync(join(shows, ".secret.mp4"), "keep out");
  writeFileSync(join(shows, ".hidden/film.mp4"), "keep out");
  writeFileSync(join(outside, "secret.mp4"), "keep out");
  writeFileSync(join(outside, "secret.txt"), "keep out");
  mkdirSync(join(outside, "My Shows 2"));
  writeFileSync(join(outside, "My Shows 2/film.mp4"), "keep out");
  symlinkSync(join(outside, "secret.mp4"), join(shows, "link.mp4"));
  symlinkSync(join(outside, "secret.txt"), join(shows, "text.mp4"));
  symlinkSync(outside, join(shows, "up"));
  symlinkSync(join(outside, "My Shows 2"), join(shows, "sibling"));
  symlinkSync(join(shows, "film.mp4"), join(shows, "inside.mp4"));
  mkdirSync(join(shows, "folder.mp4"));
  execFileSync("mkfifo", [join(shows, "pipe.mp4")]);
  await addMediaFolder(database.db, shows);
});
afterAll(() => rmSync(outside, { recursive: true }));

/** A process that serves the files' route and nothing else. */
function serving() {
  return startProcess({
    database,
    environment: { MEDIA_ACCESS: "open" },
    pages: (request, context) => {
      return loader({ request, context } as unknown as Parameters<typeof loader>[0]);
    },
  });
}

describe("a registered folder", () => {
  it("gets a name for URLs and is registered once", async () => {
    const repeated = await addMediaFolder(database.db, shows);
    expect(repeated).toMatchObject({ name: "my-shows", isNew: false });
    await expect(addMediaFolder(database.db, outside, "my-shows")).rejects.toThrow("belongs to");
    await expect(addMediaFolder(database.db, shows, "other")).rejects.toThrow(
      "registered as my-shows",
    );
    await expect(addMediaFolder(database.db, join(outside, "nowhere"))).rejects.toThrow(
      "There is no folder",
    );
    await expect(addMediaFolder(database.db, join(outside, "secret.txt"))).rejects.toThrow(
      "There is no folder",
    );
    await expect(addMediaFolder(database.db, outside, "../x")).rejects.toThrow("be used in a URL");
  });

  it("gets a name whatever its own is written in", async () => {
    mkdirSync(join(outside, "鬼滅"));
    const { name } = await addMediaFolder(database.db, join(outside, "鬼滅"));
    expect(name).toMatch(/^folder-[0-9a-f]{8}$/);
  });

  it("serves whole files with their type and length", async () => {
    const { origin } = await serving();
    const response = await fetch(`${origin}/media/files/my-shows/film.mp4`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": String(film.length),
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(film)).toBe(true);
    expect(
      (await fetch(`${origin}/media/files/my-shows/one/master.m3u8`)).headers.get("content-type"),
    ).toBe("application/vnd.apple.mpegurl");
    expect((await fetch(`${origin}/media/files/my-shows/inside.mp4`)).status).toBe(200);
    const empty = await fetch(`${origin}/media/files/my-shows/empty.mp4`);
    expect([empty.status, await empty.text()]).toEqual([200, ""]);
  });

  it("has nothing at a path with a NUL, wherever it stands", async () => {
    const { origin } = await serving();
    const token = `~${"A".repeat(32)}`;
    for (const path of ["%00/film.mp4", "my-shows/%00", "my-shows/film.mp4%00", "my-shows/%00.mp4"])
      for (const url of [path, `${token}/${path}`, `${path}/v1/hls/%00`])
        expect([url, (await fetch(`${origin}/media/files/${url}`)).status]).toEqual([url, 404]);
  });

  it.each([
    ...["%ff", "%c3%28", "%ed%a0%80", "%f0%9f", "%", "%zz", "%u0041"],
    ...["%01", "%0a", "%0d%0a", "%7f", "%5c", "%2f", "%2e", "%ef%bf%be", "%e2%80%ae"],
    ...["a".repeat(300), "%f0%9f%98%80".repeat(300), "a/".repeat(2_000)],
  ])("has nothing at the odd bytes of %j, wherever they stand", async (odd) => {
    const { port } = await serving();
    const token = `~${"A".repeat(32)}`;
    for (const path of [odd, `${odd}/film.mp4`, `my-shows/${odd}`, `my-shows/film.mp4${odd}`])
      for (const url of [path, `${token}/${path}`, `~${path}`, `${path}/v1/hls/${odd}`]) {
        const response = await rawExchange(
          port,
          `GET /media/files/${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        );
        expect([url, response.split("\r\n", 1)[0]]).toEqual([
          url,
          expect.stringMatching(/^HTTP\/1\.1 (?:400|404|414) /),
        ]);
      }
  });

  it("serves exactly the requested bytes of a range", async () => {
    const { origin } = await serving();
    const part = async (range: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${origin}/media/files/my-shows/film.mp4`, {
        headers: { range, ...headers },
      });
      return {
        status: response.status,
        range: response.headers.get("content-range"),
        etag: response.headers.get("etag") ?? "",
        body: Buffer.from(await response.arrayBuffer()),
      };
    };
    for (const [range, start, end] of [
      ["bytes=0-0", 0, 0],
      ["bytes=262143-262145", 262_143, 262_145],
      ["bytes=-5", 699_996, 700_000],
      ["bytes=700000-", 700_000, 700_000],
      ["bytes=5-99999999", 5, 700_000],
    ] as const) {
      const { status, range: contentRange, body } = await part(range);
      expect([status, contentRange]).toEqual([206, `bytes ${start}-${end}/700001`]);
      expect(body.equals(film.subarray(start, end + 1))).toBe(true);
    }
    expect(await part("bytes=700001-")).toMatchObject({ status: 416, range: "bytes */700001" });
    expect((await part("bytes=0-1,5-6")).status).toBe(200);
    const { etag } = await part("bytes=0-0");
    expect((await part("bytes=0-0", { "if-range": etag })).status).toBe(206);
    expect((await part("bytes=0-0", { "if-range": '"another"' })).status).toBe(200);
    expect(
      (
        await fetch(`${origin}/media/files/my-shows/film.mp4`, {
          headers: { "if-none-match": etag },
        })
      ).status,
    ).toBe(304);
    const head = await fetch(`${origin}/media/files/my-shows/film.mp4`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      "700001",
      "",
    ]);
  });

  it.each([
    "../secret.mp4",
    "..%2fsecret.mp4",
    "%2e%2e/secret.mp4",
    "..%5csecret.mp4",
    "one/../../secret.mp4",
    "one%2f..%2f..%2fsecret.mp4",
    "%252e%252e%252fsecret.mp4",
    "/etc/hostname.mp4",
    "film.mp4%00",
    "link.mp4",
    "text.mp4",
    "up/secret.mp4",
    "sibling/film.mp4",
    "notes.txt",
    ".secret.mp4",
    ".hidden/film.mp4",
    "folder.mp4",
    "pipe.mp4",
    "film.mp4/",
    "one",
    "",
  ])("does not serve %j", async (path) => {
    const { port } = await serving();
    const response = await rawExchange(
      port,
      `GET /media/files/my-shows/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 (?:404|400) /);
    expect(response).not.toContain("keep out");
  });

  it("does not serve from a folder that is not registered", async () => {
    const { origin } = await serving();
    expect((await fetch(`${origin}/media/files/other/film.mp4`)).status).toBe(404);
  });
});

describe("npm run media:add and media:remove", () => {
  it(
    "serve a folder, attach its files, and stop serving it without changing them",
    { tags: "rest" },
    async () => {
      const command = createCommandRunner(database.options, outside);
      const { mal_id: id } = await addAnime(database.db);
      await addEpisodes(database.db, id, 1, 1);
      mkdirSync(join(outside, "shelf"));
      copyFileSync(
        join(import.meta.dirname, "../../fixtures/containers/h264-aac.mp4"),
        join(outside, "shelf/one.mp4"),
      );
      const url = "/media/files/the-shelf/one.mp4";
      const { origin } = await serving();
      const status = async () => (await fetch(origin + url)).status;
      expect(await status()).toBe(404);

      const added = await command("media-add", [join(outside, "shelf"), "--name", "the-shelf"]);
      expect(added).toEqual({
        code: 1,
        out: expect.stringContaining("Doubtful: 1 group\n  one  1 file, as one.mp4") as string,
        err: "",
      });
      expect(await status()).toBe(200);
      expect(
        await command("sources-add", ["--anime", String(id), "--episode", "1", "--url", url]),
      ).toMatchObject({ code: 0, out: "1 added, 0 changed, 0 unchanged, 0 refused\n" });
      expect(await listSources(database.db, id, 1)).toMatchObject([{ url: url, isFile: true }]);

      expect(await command("media-remove", ["the-shelf"])).toMatchObject({
        code: 0,
        out: expect.stringContaining(`${join(outside, "shelf")} is not served any more`) as string,
      });
      expect(await status()).toBe(404);
      expect(existsSync(join(outside, "shelf/one.mp4"))).toBe(true);
      expect(await command("sources-add", ["--check"])).toMatchObject({
        code: 1,
        out: expect.stringContaining(
          `dead: anime ${id} episode 1 ${url}: there is no such file`,
        ) as string,
      });
      expect((await command("sources-remove", ["--dead"])).out).toContain("1 removed\n");
      expect(await listSources(database.db, id, 1)).toEqual([]);
    },
  );

  it("print usage, and report a missing folder", { tags: "rest" }, async () => {
    const command = createCommandRunner(database.options, outside);
    for (const [name, args, expectedOutput] of [
      ["media-add", [], "Specify one folder."],
      ["media-add", ["a", "b"], "Specify one folder."],
      ["media-add", ["nowhere"], "There is no folder"],
      ["media-remove", [], "Specify one folder"],
      ["media-remove", ["a", "b"], "Specify one folder"],
      ["media-remove", ["nobody"], "No folder is registered as nobody."],
    ] as const) {
      const { code, err } = await command(name, args);
      expect([code, err]).toEqual([1, expect.stringContaining(expectedOutput)]);
    }
  });
});
