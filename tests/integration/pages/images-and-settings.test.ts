import { beforeAll, describe, expect, it } from "vitest";
import { readVisitorSettings } from "~/http/viewer/visitor-settings-cookie.server";
import { loader as picture } from "~/routes/media/title-image";
import { action as saveSettings } from "~/routes/site/save-visitor-settings";
import { addAnimes } from "../../factories/anime";
import { createPageCaller, catchPageError } from "../../support/server/call-page";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const call = createPageCaller(database);

const request = (
  kind: string,
  id: string,
  size: string,
  options: { parentalControl?: boolean; etag?: string } = {},
) =>
  call(picture, `/media/${kind}/${id}/${size}`, {
    params: { kind, id, size },
    visitor: { parentalControl: options.parentalControl ?? true },
    init: options.etag === undefined ? {} : { headers: { "if-none-match": options.etag } },
  });

describe("covers and banners", () => {
  beforeAll(async () => {
    await addAnimes(
      database.db,
      { mal_id: 1, title: "Harbor Lights" },
      { mal_id: 2, title: "Closed Door", rating: "Rx - Hentai" },
    );
  });

  it("are rendered as WebP and fresh for an hour", async () => {
    const response = await request("cover", "1", "120.webp");
    expect([
      response.status,
      response.headers.get("content-type"),
      response.headers.get("cache-control"),
    ]).toEqual([200, "image/webp", "public, max-age=3600"]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([
      bytes.toString("latin1", 0, 4),
      bytes.toString("latin1", 8, 12),
      String(bytes.byteLength),
    ]).toEqual(["RIFF", "WEBP", response.headers.get("content-length")]);
  });

  it("are 304 for a matching ETag, without rendering", async () => {
    const etag = (await request("banner", "1", "640.webp")).headers.get("etag") ?? "";
    const repeated = await request("banner", "1", "640.webp", { etag });
    expect([repeated.status, await repeated.text(), repeated.headers.get("etag")]).toEqual([
      304,
      "",
      etag,
    ]);
    expect((await request("cover", "1", "120.webp", { etag })).status).toBe(200);
  });

  it.each([
    ["cover", "1", "121.webp"],
    ["cover", "1", "120.png"],
    ["banner", "1", "120.webp"],
    ["avatar", "1", "120.webp"],
    ["cover", "3", "120.webp"],
    ["cover", "x", "120.webp"],
    ["cover", "99999999999", "120.webp"],
  ])("are 404 for /media/%s/%s/%s", async (kind, id, size) => {
    const response = await request(kind, id, size);
    expect([response.status, response.headers.get("cache-control")]).toEqual([
      404,
      "private, no-store",
    ]);
  });

  it("of mature titles are 404 under parental control, and private without", async () => {
    expect((await request("cover", "2", "120.webp")).status).toBe(404);
    const response = await request("cover", "2", "120.webp", { parentalControl: false });
    expect([response.status, response.headers.get("cache-control")]).toEqual([
      200,
      "private, max-age=3600",
    ]);
  });
});

describe("saving a visitor's settings", () => {
  const save = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    call(saveSettings, "/visitor", {
      init: { method: "POST", body: new URLSearchParams(fields), headers },
    });

  it("stores them in the visitor's cookie and redirects back", async () => {
    const response = await save({ theme: "light", returnTo: "/browse?genre_filter=action" });
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      "/browse?genre_filter=action",
    ]);
    const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(readVisitorSettings(cookie)).toMatchObject({ theme: "light", parentalControl: true });
  });

  it("never redirects to another site", async () => {
    expect(
      (await save({ theme: "dark", returnTo: "//evil.example/" })).headers.get("location"),
    ).toBe("/");
  });

  it("accepts a form of 64 KB, nothing larger, and nothing but forms", async () => {
    const sized = (bytes: number) =>
      save({ theme: "light", x: "x".repeat(bytes - "theme=light&x=".length) });
    expect((await sized(65_536)).status).toBe(303);
    expect(await catchPageError(sized(65_537))).toMatchObject({ status: 413 });
    expect(
      await catchPageError(
        call(saveSettings, "/visitor", { init: { method: "POST", body: "theme=light" } }),
      ),
    ).toMatchObject({ status: 415 });
  });
});
