// @module-tag rest
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import type { PlaybackSource } from "~/features/playback/delivery/playback-schema";
import { putSource } from "~/features/playback/sources/put-source.server";
import { sourceInputSchema } from "~/features/playback/sources/source-input";
import { SITE_DOWNLOADS } from "~/features/site/site-choices";
import { loader } from "~/routes/media/file";
import { addAnime, addEpisodes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { startProcess } from "../../support/server/process";
import { signUpClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db, sql } = database;
const FIXTURES = join(import.meta.dirname, "../../fixtures/containers");
const NAME = '灯籠 "第01話" #1.mkv';

let folder: string;
let animeId: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "akari-downloads-"));
  cpSync(join(FIXTURES, "h264-aac.mkv"), join(folder, NAME));
  await addMediaFolder(db, folder, "own");
  ({ mal_id: animeId } = await addAnime(db));
  await addEpisodes(db, animeId, 1, 1);
  const url = `/media/files/own/${encodeURIComponent(NAME)}`;
  await putSource(db, sourceInputSchema.parse({ anime: animeId, episode: 1, url }), null);
});
beforeEach(() => sql`DELETE FROM site_settings`.then(() => undefined));
afterAll(() => rmSync(folder, { recursive: true }));

async function serving(
  downloads: (typeof SITE_DOWNLOADS)[number] | null,
  environment: Record<string, string> = {},
) {
  const { origin, services } = await startProcess({
    database,
    environment: { TRUSTED_PROXIES: "127.0.0.1", ...environment },
    pages: (request, context) =>
      loader({ request, context } as unknown as Parameters<typeof loader>[0]),
  });
  const allow = async (value: (typeof SITE_DOWNLOADS)[number]) => {
    const settings = await services.site.siteSettings.readStored();
    await services.site.siteSettings.save({ ...settings, downloads: value });
  };
  if (downloads !== null) await allow(downloads);
  return { origin, allow };
}

type Client = Awaited<ReturnType<typeof signUpClient>>;
const PATH = () => `/api/episodes/playback?mal_id=${animeId}&ep=1`;
const sourceFor = async (client: Client) => {
  const { body } = await client.send("GET", PATH());
  return (body as { data: { sources: PlaybackSource[] } }).data.sources[0] as PlaybackSource;
};
const sourceForVisitor = async (origin: string) => {
  const response = await fetch(origin + PATH());
  return ((await response.json()) as { data: { sources: PlaybackSource[] } }).data
    .sources[0] as PlaybackSource;
};
const setRole = (email: string, role: string) =>
  sql`UPDATE users SET role = ${role} WHERE email = ${email}`;

describe("the download of a file", () => {
  it("is off at first", async () => {
    const { origin } = await serving(null);
    expect((await sourceForVisitor(origin)).download_url).toBeNull();
    expect((await sourceFor(await signUpClient(origin))).download_url).toBeNull();
  });

  it("is for the roles that the owner lets, and for visitors when everyone may", async () => {
    const { origin, allow } = await serving("off");
    const clients = new Map<string, Client>();
    for (const role of ["member", "moderator", "owner"]) {
      const client = await signUpClient(origin);
      const [row] = await sql<{ email: string }[]>`
        SELECT email FROM users ORDER BY created_at DESC LIMIT 1`;
      await setRole(row?.email ?? "", role);
      clients.set(role, client);
    }
    const allowed: Record<string, string[]> = {};
    for (const downloads of SITE_DOWNLOADS) {
      await allow(downloads);
      const found: string[] = [];
      if ((await sourceForVisitor(origin)).download_url !== null) found.push("visitor");
      for (const [role, client] of clients)
        if ((await sourceFor(client)).download_url !== null) found.push(role);
      allowed[downloads] = found;
    }
    expect(allowed).toEqual({
      off: [],
      owner: ["owner"],
      moderator: ["moderator", "owner"],
      member: ["member", "moderator", "owner"],
      everyone: ["visitor", "member", "moderator", "owner"],
    });
  });

  it("has the file's name in UTF-8, and byte ranges", async () => {
    const { origin } = await serving("everyone");
    const url = origin + ((await sourceForVisitor(origin)).download_url ?? "");
    const whole = await fetch(url);
    expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "video/x-matroska"]);
    expect(whole.headers.get("content-disposition")).toBe(
      `attachment; filename="__ __01__ #1.mkv"; filename*=UTF-8''%E7%81%AF%E7%B1%A0%20%22%E7%AC%AC01%E8%A9%B1%22%20%231.mkv`,
    );
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await fetch(url, { headers: { range: "bytes=10-19" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 10-19/${bytes.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
    expect(part.headers.get("content-disposition")).toContain("attachment");
  });

  it("is refused once the permission is taken back, to others, and with a changed URL", async () => {
    const { origin, allow } = await serving("member");
    const member = await signUpClient(origin);
    const url = (await sourceFor(member)).download_url ?? "";
    expect((await member.send("GET", url)).status).toBe(200);
    expect((await fetch(origin + url)).status).toBe(403);
    expect((await (await signUpClient(origin)).send("GET", url)).status).toBe(403);
    expect((await member.send("GET", `${url}/v1/hls/master.m3u8`)).status).toBe(404);
    await allow("owner");
    const refused = await member.send("GET", url);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      403,
      expect.stringContaining("download"),
    ]);
    // What plays is no download.
    const source = await sourceFor(member);
    expect((await member.send("GET", source.url)).status).toBe(200);
  });

  it("needs the permission where files are open, too", async () => {
    const { origin, allow } = await serving("everyone", { MEDIA_ACCESS: "open" });
    const url = origin + ((await sourceForVisitor(origin)).download_url ?? "");
    expect((await fetch(url)).status).toBe(200);
    await allow("member");
    expect((await fetch(url)).status).toBe(403);
  });
});

describe("the stream for other devices", () => {
  const at = (address: string) => ({ headers: { "x-forwarded-for": address } });

  async function deviceUrl(origin: string, address: string): Promise<URL> {
    const response = await fetch(origin + PATH(), at(address));
    const { data } = (await response.json()) as { data: { sources: PlaybackSource[] } };
    return new URL(data.sources[0]?.device_url ?? "", origin);
  }

  it.each([
    ["192.168.1.5", "192.168.1.77", 200],
    ["192.168.1.5", "192.168.2.77", 403],
    ["10.0.0.5", "10.0.0.6", 200],
    ["172.16.4.1", "172.16.4.9", 200],
    ["203.0.113.5", "203.0.113.5", 200],
    ["203.0.113.5", "203.0.113.6", 403],
    ["2001:db8:1:2::5", "2001:db8:1:2::6", 200],
    ["2001:db8:1:2::5", "2001:db8:1:3::5", 403],
  ])("of a viewer at %s opens for one at %s: %d", async (viewer, device, status) => {
    const { origin } = await serving(null);
    const url = await deviceUrl(origin, viewer);
    const playlist = await fetch(url, at(device));
    expect(playlist.status).toBe(status);
    if (status !== 200) return;
    expect(playlist.headers.get("access-control-allow-origin")).toBe("*");
    const text = await playlist.text();
    expect(text).toContain('CODECS="avc1.');
    const video = new URL(/^video\/.*$/m.exec(text)?.[0] ?? "", url);
    expect((await fetch(video, at(device))).status).toBe(200);
    const segment = await fetch(new URL("0.m4s", video), at(device));
    expect([segment.status, segment.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "*",
    ]);
  });

  it("does not let other devices of a local network use the viewer's own URLs", async () => {
    const { origin } = await serving(null);
    const response = await fetch(origin + PATH(), at("192.168.1.5"));
    const { data } = (await response.json()) as { data: { sources: PlaybackSource[] } };
    const url = new URL(data.sources[0]?.url ?? "", origin);
    expect((await fetch(url, at("192.168.1.5"))).status).toBe(200);
    expect((await fetch(url, at("192.168.1.77"))).status).toBe(403);
  });

  it("is not there where only members may open files", async () => {
    const { origin } = await serving(null, { MEDIA_ACCESS: "members" });
    expect((await sourceFor(await signUpClient(origin))).device_url).toBeNull();
  });
});
