import { rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createStorage } from "~/media/storage/create-storage.server";
import { contentId } from "~/media/storage/content-id";
import { createDiskStorage } from "~/media/storage/disk.server";
import { createS3Storage } from "~/media/storage/s3.server";
import { StorageFailed } from "~/media/storage/storage-failed";
import { MAX_FILE_BYTES, type FileStorage } from "~/media/storage/file-storage";
import { startFakeKubo } from "../../fakes/kubo";
import { startMediaOrigin } from "../../fakes/media-origin";
import { startFakeS3, presignature } from "../../fakes/s3";
import { createTempFolder } from "../../support/media/image-service";
import { createTestOutbound } from "../../support/media/outbound";
import { startS3Server } from "../../support/storage/s3-server";

interface Case {
  storage: FileStorage;
  read: (url: string) => Promise<{ bytes: Buffer; type: string } | null>;
  breakDown: () => void;
  repair: () => void;
}

const keys = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  region: "eu-central-1",
};

async function readOver(url: string) {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.ok ? { bytes, type: response.headers.get("content-type") ?? "" } : null;
}

const stores: Record<string, () => Promise<Case>> = {
  disk() {
    const folder = join(createTempFolder(), "uploads");
    const storage = createStorage({ kind: "disk" }, folder);
    return Promise.resolve({
      storage,
      async read(url: string) {
        const bytes = await createDiskStorage(folder).read(url.replace(/^\/ipfs\//, ""));
        return bytes === null ? null : { bytes: Buffer.from(bytes), type: "image/webp" };
      },
      breakDown: () => {
        rmSync(folder, { recursive: true, force: true });
        writeFileSync(folder, "a file where the folder should be");
      },
      repair: () => rmSync(folder),
    });
  },
  async ipfs() {
    let fails = false;
    const kubo = await startFakeKubo({ fail: () => fails });
    const settings = {
      kind: "ipfs",
      apiUrl: new URL(kubo.url),
      gatewayUrl: new URL(kubo.url),
    } as const;
    return {
      storage: createStorage(settings, ""),
      read: readOver,
      breakDown: () => (fails = true),
      repair: () => (fails = false),
    };
  },
  async s3() {
    let fails = false;
    const s3 = await startS3Server("pictures", (_, response) => {
      if (fails) response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
      return fails;
    });
    const publicUrl = new URL(`${s3.url}/pictures/`);
    return {
      storage: createStorage({ kind: "s3", ...s3.settings, publicUrl }, ""),
      read: readOver,
      breakDown: () => (fails = true),
      repair: () => (fails = false),
    };
  },
};

describe.each(Object.entries(stores))("the %s store", (_, open) => {
  const file = Buffer.from("the bytes of a picture");

  it("returns the content's name and a public URL", async () => {
    const { storage, read } = await open();
    const { cid, url } = await storage.put(file, "image/webp");
    expect(cid).toBe(contentId(file));
    expect(url).toContain(cid);
    expect(await read(url)).toEqual({ bytes: file, type: "image/webp" });
  });

  it("stores equal bytes once and different ones apart, also concurrently", async () => {
    const { storage, read } = await open();
    const [first, same, other] = await Promise.all([
      storage.put(file, "image/webp"),
      storage.put(file, "image/webp"),
      storage.put(Buffer.from("another"), "image/webp"),
    ]);
    expect(same).toEqual(first);
    expect(other?.cid).not.toBe(first?.cid);
    expect((await read(first?.url ?? ""))?.bytes.equals(file)).toBe(true);
    expect((await read(other?.url ?? ""))?.bytes.toString()).toBe("another");
  });

  it("accepts the largest file", async () => {
    const { storage, read } = await open();
    const largest = Buffer.alloc(MAX_FILE_BYTES, 7);
    const { cid, url } = await storage.put(largest, "image/webp");
    expect(cid).toBe(contentId(largest));
    expect((await read(url))?.bytes.equals(largest)).toBe(true);
  });

  it("deletes a file, and ignores a missing one", async () => {
    const { storage, read } = await open();
    const { cid, url } = await storage.put(file, "image/webp");
    await storage.remove(cid);
    expect(await read(url)).toBeNull();
    await storage.remove(cid);
    expect((await storage.put(file, "image/webp")).url).toBe(url);
    expect(await read(url)).not.toBeNull();
  });

  it("reports a failure, leaves nothing visible, and works again afterwards", async () => {
    const { storage, read, breakDown, repair } = await open();
    breakDown();
    await expect(storage.put(file, "image/webp")).rejects.toBeInstanceOf(StorageFailed);
    repair();
    const { url } = await storage.put(Buffer.from("later"), "image/webp");
    expect(await read(url)).not.toBeNull();
    expect(await read(url.replace(contentId(Buffer.from("later")), contentId(file)))).toBeNull();
  });
});

describe("the disk store", () => {
  it("leaves no drafts behind", async () => {
    const folder = createTempFolder();
    await createDiskStorage(folder).put(Buffer.from("x"), "image/webp");
    expect(await readdir(join(folder, "drafts"))).toEqual([]);
  });

  it("reads only what it has stored, whatever the name", async () => {
    const folder = createTempFolder();
    const storage = createDiskStorage(join(folder, "uploads"));
    writeFileSync(join(folder, "secret"), "canary");
    await storage.put(Buffer.from("x"), "image/webp");
    for (const name of ["../secret", "..%2fsecret", "/etc/passwd", "drafts", ""])
      expect(await storage.read(name)).toBeNull();
    await expect(storage.remove("../secret")).rejects.toBeInstanceOf(StorageFailed);
    expect(await readdir(folder)).toContain("secret");
  });
});

describe("the ipfs store", () => {
  it("does not trust a node that names the file differently", async () => {
    const json = JSON.stringify({
      Name: "image",
      Hash: contentId(Buffer.from("something else")),
    });
    const kubo = await startMediaOrigin({
      "/behind/a/path/api/v0/add": (_, response) => void response.end(json),
    });
    const storage = createStorage(
      {
        kind: "ipfs",
        apiUrl: new URL(`${kubo.url}/behind/a/path/`),
        gatewayUrl: new URL(kubo.url),
      },
      "",
    );
    await expect(storage.put(Buffer.from("x"), "image/webp")).rejects.toMatchObject({
      details: { expected: contentId(Buffer.from("x")) },
    });
    expect(kubo.requests).toHaveLength(1);
  });
});

describe("the s3 store", () => {
  it.each([
    ["another secret", { secretAccessKey: "not the secret at all" }, "SignatureDoesNotMatch"],
    ["another key", { accessKeyId: "SOMEBODYELSE" }, "InvalidAccessKeyId"],
    ["another region", { region: "us-east-1" }, "InvalidAccessKeyId"],
  ])("is rejected by the server with %s", async (_, wrong, refusal) => {
    const s3 = await startFakeS3({ ...keys, bucket: "pictures" });
    const storage = createS3Storage({
      ...keys,
      ...wrong,
      endpoint: new URL(s3.url),
      bucket: "pictures",
      publicUrl: new URL(s3.url),
      outbound: createTestOutbound([s3]),
    });
    await expect(storage.put(Buffer.from("x"), "image/webp")).rejects.toBeInstanceOf(StorageFailed);
    expect([s3.refusals, s3.objects.size]).toEqual([[refusal], 0]);
  });

  it.each([
    ["another secret", { secretAccessKey: "not the secret at all" }],
    ["another key", { accessKeyId: "SOMEBODYELSE" }],
  ])("is rejected by an S3 server with %s", async (_, wrong) => {
    const s3 = await startS3Server("pictures");
    const storage = createStorage(
      { kind: "s3", ...s3.settings, ...wrong, publicUrl: new URL(s3.url) },
      "",
    );
    await expect(storage.put(Buffer.from("x"), "image/webp")).rejects.toMatchObject({
      details: { status: 403 },
    });
    expect(await s3.listKeys()).toEqual([]);
  });

  it("is checked by a server that computes signatures as Amazon's documentation does", () => {
    const url = new URL(
      "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host",
    );
    const signature = presignature(
      "GET",
      url,
      { host: url.host },
      { secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1" },
    );
    expect(signature).toBe("aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
  });
});
