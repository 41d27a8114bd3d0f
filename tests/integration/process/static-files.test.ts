import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createStaticFiles } from "~/process/static-files.server";

const server = createServer();
let folder: string;
let base: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "static-files-"));
  await Promise.all(
    ["master.m3u8", "seg-00.m4s", "init.mp4", "seg-00.vtt"].map((name) =>
      writeFile(join(folder, name), "0123456789"),
    ),
  );
  const files = createStaticFiles(folder);
  server.on("request", (request, response) =>
    files(request, response, () => response.writeHead(404).end()),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

it.each([
  ["master.m3u8", "application/vnd.apple.mpegurl"],
  ["seg-00.m4s", "video/iso.segment"],
  ["init.mp4", "video/mp4"],
  ["seg-00.vtt", "text/vtt"],
])("serves %s as %s, which players accept under nosniff", async (name, type) => {
  const response = await fetch(`${base}/${name}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")?.split(";")[0]).toBe(type);
});

it("serves a byte range of a segment", async () => {
  const response = await fetch(`${base}/seg-00.m4s`, { headers: { range: "bytes=2-4" } });
  expect(response.status).toBe(206);
  expect(await response.text()).toBe("234");
});

it("has a strong ETag, and responds with 304 to it, also where a cache has weakened it", async () => {
  const { headers } = await fetch(`${base}/seg-00.vtt`);
  const etag = headers.get("etag") ?? "";
  expect(etag).toMatch(/^"10-\d+"$/);
  for (const condition of [etag, `W/${etag}`]) {
    const response = await fetch(`${base}/seg-00.vtt`, { headers: { "if-none-match": condition } });
    expect([response.status, response.headers.get("etag")]).toEqual([304, etag]);
  }
  const other = await fetch(`${base}/seg-00.vtt`, { headers: { "if-none-match": '"10-1"' } });
  expect([other.status, other.headers.get("etag")]).toEqual([200, etag]);
});
