// @module-tag rest
import { EventEmitter, once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { deleteUnusedUploads } from "~/features/uploads/delete-unused-uploads.server";
import { createDiskStorage } from "~/media/storage/disk.server";
import { profiles, uploads, users } from "~db/schema";
import { solid, noise, gradient, withLocation } from "../../factories/image";
import { startMediaOrigin } from "../../fakes/media-origin";
import { listStoredFiles, serveImage, createTempFolder } from "../../support/media/image-service";
import { createSignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;

interface UploadResponse {
  success?: boolean;
  data?: string;
  error?: string;
  status?: number;
  issues?: { path: string }[];
}

/** A signed-in user with a storage folder of their own. */
async function createUploader(environment: Record<string, string> = {}) {
  const folder = join(createTempFolder(), "data");
  mkdirSync(folder);
  const api = await createSignedInClient(database, { DATA_DIR: folder, ...environment });
  const storage = createDiskStorage(join(folder, "uploads"));
  const post = async (body: unknown, headers: Record<string, string> = {}) => {
    const response = await api.send("POST", "/api/uploadImage", body, headers);
    return {
      status: response.status,
      headers: response.headers,
      body: response.body as UploadResponse,
    };
  };
  const stored = async (response: { body: UploadResponse }) => {
    const url = response.body.data ?? "";
    expect(url).toMatch(/^\/ipfs\/bafkrei[a-z2-7]{52}$/);
    return Buffer.from((await storage.read(url.slice("/ipfs/".length))) ?? []);
  };
  const upload = (image: Uint8Array, rest: Record<string, unknown> = {}) =>
    post({ image: Buffer.from(image).toString("base64"), filename: "me.png", ...rest });
  const files = () => listStoredFiles(folder);
  return { api, folder, storage, post, upload, stored, files };
}

describe("POST /api/uploadImage: requests", () => {
  it("UPLOAD-S01 require a session", async () => {
    const { api, files } = await createUploader();
    api.cookie = "";
    const { status, body } = await api.send("POST", "/api/uploadImage", {
      image: (await gradient()).toString("base64"),
      filename: "a.png",
    });
    expect([status, body]).toEqual([401, { error: "Unauthorized", status: 401 }]);
    expect(files()).toEqual([]);
  });

  it("UPLOAD-S02 may contain base64, a data: URL or a file, with one URL per content", async () => {
    const { post, upload, stored } = await createUploader();
    const image = await gradient();
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(image)], { type: "text/plain" }), "me.png");
    const responses = [
      await upload(image),
      await post({ image: `data:image/png;base64,${image.toString("base64")}`, filename: "b.png" }),
      await post(form),
    ];
    for (const response of responses)
      expect(response).toMatchObject({
        status: 200,
        body: { success: true, data: responses[0]?.body.data },
      });
    expect(await sharp(await stored(responses[0] ?? { body: {} })).metadata()).toMatchObject({
      format: "webp",
      width: 240,
      height: 240,
    });
  });

  it("from a browser's form are redirected, to our own paths only", async () => {
    const { post } = await createUploader();
    for (const [returnTo, location] of [
      ["/settings", "/settings"],
      ["https://evil.example/", "/profile"],
    ] as const) {
      const form = new FormData();
      form.set("file", new Blob([new Uint8Array(await gradient())]), "me.png");
      form.set("returnTo", returnTo);
      const { status, headers } = await post(form);
      expect([status, headers.get("location")]).toEqual([302, location]);
    }
  });

  it("UPLOAD-S03 are rejected with the name of the missing field", async () => {
    const { post } = await createUploader();
    const image = (await gradient()).toString("base64");
    const cases: [unknown, string[]][] = [
      [{ filename: "a.png" }, ["image"]],
      [{ image }, ["filename"]],
      [{ image: "", filename: "" }, ["image", "filename"]],
      [{}, ["image", "filename"]],
    ];
    for (const [body, names] of cases) {
      const response = await post(body);
      expect(response).toMatchObject({
        status: 400,
        body: { status: 400, error: expect.any(String) as string },
      });
      expect(response.body.issues?.map(({ path }) => path)).toEqual(names);
    }
    const empty = new FormData();
    empty.set("file", new Blob([]), "");
    const without = new FormData();
    without.set("isBanner", "true");
    for (const form of [empty, without])
      expect(await post(form)).toMatchObject({ status: 400, body: { issues: [{ path: "file" }] } });
  });

  it("UPLOAD-S04 are rejected with wrong types, and accept every spelling of a boolean", async () => {
    const { post } = await createUploader();
    const image = (await gradient({ width: 720, height: 720 })).toString("base64");
    for (const wrong of [
      { image: 123 },
      { image: {} },
      { image: [image] },
      { image: null },
      { filename: null },
      { filename: 5 },
      { isBanner: "maybe" },
      { isBanner: 2 },
      { isBanner: {} },
      { isBanner: null },
    ]) {
      expect([wrong, (await post({ image, filename: "a.png", ...wrong })).status]).toEqual([
        wrong,
        400,
      ]);
    }
    const avatar = await post({ image, filename: "a.png" });
    const banner = await post({ image, filename: "a.png", isBanner: true });
    expect(banner.body.data).not.toBe(avatar.body.data);
    for (const isBanner of ["true", "1", 1, "yes", "on", "TRUE"])
      expect((await post({ image, filename: "a.png", isBanner })).body.data).toBe(banner.body.data);
    for (const isBanner of ["false", "0", 0, "no", "off", false])
      expect((await post({ image, filename: "a.png", isBanner })).body.data).toBe(avatar.body.data);
  });

  it("are rejected with invalid base64 and other media types", async () => {
    const { post } = await createUploader();
    for (const image of [
      "not base64!",
      "data:image/png,plain",
      "file:///etc/passwd",
      "ftp://x.example/a.png",
      "====",
      "/ipfs/x",
    ]) {
      expect([image, (await post({ image, filename: "a.png" })).status]).toEqual([image, 400]);
    }
    expect((await post("hello", { "content-type": "text/plain" })).status).toBe(415);
    expect((await post("{", { "content-type": "application/json" })).status).toBe(400);
  });
});

describe("POST /api/uploadImage: stored images", () => {
  it("are cropped to 1:1 and 1080:300, within their sizes, and never enlarged", async () => {
    const { upload, stored } = await createUploader();
    const sizes = async (image: Uint8Array, isBanner: boolean) => {
      const { width, height, format } = await sharp(
        await stored(await upload(image, { isBanner })),
      ).metadata();
      return [format, width, height];
    };
    const large = await gradient({ width: 3000, height: 2000, format: "jpeg" });
    expect(await sizes(large, false)).toEqual(["webp", 512, 512]);
    expect(await sizes(large, true)).toEqual(["webp", 2160, 600]);
    const small = await gradient({ width: 540, height: 400 });
    expect(await sizes(small, false)).toEqual(["webp", 400, 400]);
    expect(await sizes(small, true)).toEqual(["webp", 540, 150]);
  });

  it("UPLOAD-S05 are named by their content, whatever the file name", async () => {
    const { upload, stored, files, folder } = await createUploader();
    for (const filename of [
      "../../../../app/build/server/index.js",
      "/etc/passwd",
      "a\0.png",
      "x".repeat(5000),
    ])
      await stored(await upload(await gradient(), { filename }));
    const [file, ...others] = files();
    expect(others).toEqual([]);
    expect(file).toMatch(new RegExp(`^${folder}/uploads/[a-z2-7]{2}/bafkrei[a-z2-7]{52}$`));
  });

  it("UPLOAD-S06 and UPLOAD-S07 are detected by their bytes: no documents, no SVG", async () => {
    const { upload, files, stored } = await createUploader();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
    for (const [text, filename] of [
      ["<html><script>alert(1)</script></html>", "x.png"],
      [svg, "x.svg"],
      [svg, "x.png"],
    ] as const) {
      expect(await upload(Buffer.from(text), { filename })).toMatchObject({
        status: 400,
        body: { issues: [{ path: "image" }] },
      });
    }
    expect(files()).toEqual([]);
    expect(
      await sharp(await stored(await upload(await gradient(), { filename: "x.html" }))).metadata(),
    ).toMatchObject({ format: "webp" });
  });

  it("UPLOAD-S08 contain no appended content", async () => {
    const { upload, stored } = await createUploader();
    const gif = await gradient({ format: "gif" });
    const response = await upload(
      Buffer.concat([gif, Buffer.from("/*...*/=alert(1) <script>payload()</script>")]),
    );
    expect(response.status).toBe(200);
    expect((await stored(response)).includes("payload")).toBe(false);
  });

  it("UPLOAD-S09 have no metadata, and their orientation applied", async () => {
    const { upload, stored } = await createUploader();
    const original = await withLocation(
      await gradient({ width: 400, height: 200, format: "jpeg" }),
      { orientation: 6 },
    );
    expect(original.includes("Exif")).toBe(true);
    const file = await stored(await upload(original, { isBanner: true }));
    const { exif, xmp, iptc, icc, orientation, width, height } = await sharp(file).metadata();
    expect({ exif, xmp, iptc, icc, orientation, width, height }).toEqual({
      width: 200,
      height: 56,
    });
  });

  it("UPLOAD-S10 may come in a body up to the limit, and not above", { tags: "rest" }, async () => {
    const { upload, post } = await createUploader();
    const large = await noise({ width: 1900, height: 1900, format: "png" });
    expect(large.length).toBeGreaterThan(9 * 1024 * 1024);
    expect((await upload(large)).status).toBe(200);
    const padded = (size: number) => Buffer.concat([large, Buffer.alloc(size - large.length)]);
    expect((await upload(padded(15 * 1024 * 1024))).status).toBe(200);
    expect((await upload(padded(15 * 1024 * 1024 + 1))).status).toBe(413);
    expect(
      (
        await post(`{"filename":"a","image":"${"A".repeat(60 * 1024 * 1024)}"}`, {
          "content-type": "application/json",
        })
      ).status,
    ).toBe(413);
  });

  it("UPLOAD-S10 may come as base64 text up to the limit, and not above", async () => {
    const { post } = await createUploader();
    const text = (await gradient()).toString("base64");
    const send = (length: number) =>
      post(`{"filename":"a.png","image":"${text.padEnd(length)}"}`, {
        "content-type": "application/json",
      });
    const maxLength = 15 * 1024 * 1024 * 1.4;
    expect((await send(maxLength)).status).toBe(200);
    expect((await send(maxLength + 1)).status).toBe(413);
  });

  it("UPLOAD-S11 are rejected with too many pixels", { tags: "rest" }, async () => {
    const { upload } = await createUploader();
    const response = await upload(await solid({ width: 12_000, height: 12_000 }));
    expect(response).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("40 megapixels") as string },
    });
  });

  it("UPLOAD-S12 are fetched through the guard only", async () => {
    const open = await startMediaOrigin({
      "/a.png": serveImage(await gradient()),
      "/private": (_, response) =>
        void response.writeHead(302, { location: `${closed.url}/x.png` }).end(),
    });
    const closed = await startMediaOrigin({ "/x.png": serveImage(await gradient()) });
    const { post, stored } = await createUploader({ OUTBOUND_ALLOW: open.host });
    expect(
      (await stored(await post({ image: `${open.url}/a.png`, filename: "a.png" }))).length,
    ).toBeGreaterThan(0);
    const disguises = [
      "[::1]:80",
      "2130706433",
      "0x7f000001",
      "127.0.0.1.",
      "127。0。0。1",
      "[::ffff:127.0.0.1]",
      "[::127.0.0.1]",
      "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]",
      "[2606:4700::5efe:7f00:1]",
    ];
    const hosts = [
      ...disguises,
      "localhost",
      "0.0.0.0",
      "[::]",
      "[fd00::7]",
      "10.9.8.7",
      "172.16.5.5",
      "192.168.77.7",
      "169.254.169.254",
      "100.64.1.1",
      "198.18.0.1",
      "224.0.0.1",
    ];
    for (const image of [
      `${closed.url}/x.png`,
      `${open.url}/private`,
      "http://user:pw@x.example/",
      ...hosts.map((host) => `http://${host}/`),
    ]) {
      const response = await post({ image, filename: "a.png" });
      expect([image, response.status, response.body.issues?.[0]?.path]).toEqual([
        image,
        400,
        "image",
      ]);
    }
    expect((await post({ image: `${open.url}/nothing.png`, filename: "a.png" })).status).toBe(404);
    expect(closed.connections.accepted).toBe(0);
  });

  it("UPLOAD-S14 are a 500 when storing fails, and work again afterwards", async () => {
    const { upload, folder, stored } = await createUploader();
    const image = await gradient();
    writeFileSync(join(folder, "uploads"), "not a folder");
    expect(await upload(image)).toMatchObject({
      status: 500,
      body: { error: "The file could not be stored.", status: 500 },
    });
    rmSync(join(folder, "uploads"));
    expect((await stored(await upload(image))).length).toBeGreaterThan(0);
  });

  it("UPLOAD-S15 are separate for two uploads of one file name", async () => {
    const { upload, stored } = await createUploader();
    const responses = await Promise.all([
      upload(await gradient({ width: 100, height: 100 })),
      upload(await gradient({ width: 90, height: 90 })),
    ]);
    const widths = await Promise.all(
      responses.map(async (response) => (await sharp(await stored(response)).metadata()).width),
    );
    expect(widths).toEqual([100, 90]);
  });
});

describe("a user's files", () => {
  const show = (userId: string, url: string) =>
    db.update(users).set({ avatarUrl: url }).where(eq(users.id, userId));
  const age = (userId: string) =>
    db
      .update(uploads)
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(uploads.userId, userId));

  it("are limited by a quota, which unused files leave", { tags: "rest" }, async () => {
    const { api, upload } = await createUploader({ UPLOAD_QUOTA_MB: "1" });
    // The noise of 2160×600 takes more than half of the limit at the best quality.
    const first = await upload(await noise({ width: 2160, height: 600, format: "png" }), {
      isBanner: true,
    });
    expect(first.status).toBe(200);
    await db
      .update(uploads)
      .set({ bytes: 1024 * 1024 })
      .where(eq(uploads.userId, api.userId));
    expect(await upload(await gradient())).toMatchObject({
      status: 413,
      body: { error: expect.stringContaining("1 MB") as string },
    });
    expect(
      (await upload(await noise({ width: 2160, height: 600, format: "png" }), { isBanner: true }))
        .status,
    ).toBe(413);

    await show(api.userId, first.body.data ?? "");
    await age(api.userId);
    expect((await upload(await gradient())).status).toBe(413);
    await show(api.userId, "");
    expect((await upload(await gradient())).status).toBe(200);
  });

  it("are deleted a day after their last use, and not before", async () => {
    const { api, upload, storage, stored } = await createUploader();
    const [avatar, banner, unused, recent] = [
      await upload(await gradient({ width: 50 })),
      await upload(await gradient({ width: 60 })),
      await upload(await gradient({ width: 70 })),
      await gradient({ width: 80 }),
    ];
    await show(api.userId, `https://akari.test${avatar.body.data ?? ""}`);
    await db
      .update(profiles)
      .set({ bannerImage: banner.body.data ?? "" })
      .where(eq(profiles.userId, api.userId));
    await age(api.userId);
    const saved = await upload(recent);
    expect(await deleteUnusedUploads({ db, storage }, { userId: api.userId })).toBe(1);
    for (const response of [avatar, banner, saved])
      expect((await stored(response)).length).toBeGreaterThan(0);
    expect((await stored(unused)).length).toBe(0);
  });

  it("stay while a profile of the uploader's household shows them", async () => {
    const { api, upload, storage, stored } = await createUploader();
    const avatar = await upload(await gradient({ width: 90 }));
    const profile = { name: "Ed", avatar: avatar.body.data };
    const { body } = await api.send("POST", "/api/user/profiles", profile);
    await age(api.userId);
    const remove = () => deleteUnusedUploads({ db, storage }, { userId: api.userId });
    expect([await remove(), (await stored(avatar)).length > 0]).toEqual([0, true]);
    const { id } = (body as { data: { id: string } }).data;
    await api.send("PATCH", "/api/user/profiles", { id, avatar: null });
    expect(await remove()).toBe(1);
  });

  it("stay while any user has them, and are deleted with the last account", async () => {
    const one = await createUploader();
    const two = await createUploader({ DATA_DIR: one.folder });
    const image = await gradient({ width: 123, height: 123 });
    const responses = [await one.upload(image), await two.upload(image)];
    expect(responses[1]?.body.data).toBe(responses[0]?.body.data);
    await show(two.api.userId, responses[1]?.body.data ?? "");

    expect(
      (
        await one.api.send("DELETE", "/api/user/account", {
          password: one.api.credentials.password,
        })
      ).status,
    ).toBe(200);
    expect((await one.stored(responses[0] ?? { body: {} })).length).toBeGreaterThan(0);
    expect(
      (
        await two.api.send("DELETE", "/api/user/account", {
          password: two.api.credentials.password,
        })
      ).status,
    ).toBe(200);
    expect(one.files()).toEqual([]);
    expect(await db.select().from(uploads).where(eq(uploads.userId, two.api.userId))).toEqual([]);
  });

  it("are deleted later when a deletion fails", async () => {
    const { api, upload, storage, files } = await createUploader();
    await upload(await gradient({ width: 55 }));
    await age(api.userId);
    const broken = { ...storage, remove: () => Promise.reject(new Error("no disk")) };
    await expect(
      deleteUnusedUploads({ db, storage: broken }, { userId: api.userId }),
    ).rejects.toThrow("no disk");
    expect(files()).toHaveLength(1);
    expect(await deleteUnusedUploads({ db, storage }, { userId: api.userId })).toBe(1);
    expect(files()).toHaveLength(0);
  });

  it("are removed outside of transactions, and an upload of the same image waits for it", async () => {
    const one = await createUploader();
    const two = await createUploader({ DATA_DIR: one.folder });
    const image = await gradient({ width: 91, height: 91 });
    await one.upload(image);
    await age(one.api.userId);
    const gate = new EventEmitter();
    const remove = async (cid: string) => {
      gate.emit("begun");
      await once(gate, "opened");
      await one.storage.remove(cid);
    };
    const begun = once(gate, "begun");
    const slow = { db, storage: { ...one.storage, remove } };
    const deletion = deleteUnusedUploads(slow, { userId: one.api.userId });
    await begun;
    const [open] = await database.sql`
      SELECT count(*)::int AS transactions FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
    expect(open).toEqual({ transactions: 0 });
    expect(await deleteUnusedUploads(slow, { userId: one.api.userId })).toBe(0);
    const order: string[] = [];
    const again = two.upload(image).then((response) => (order.push("uploaded"), response));
    // A removal that ended first would show that nothing waits.
    await database.sql`SELECT pg_sleep(0.5)`;
    order.push("removed");
    gate.emit("opened");
    expect(await deletion).toBe(1);
    const response = await again;
    expect([response.status, order]).toEqual([200, ["removed", "uploaded"]]);
    expect((await one.stored(response)).length).toBeGreaterThan(0);
    const left = await db.select().from(uploads).where(eq(uploads.userId, one.api.userId));
    expect(left).toEqual([]);
  });
});
