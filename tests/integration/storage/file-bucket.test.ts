import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { S3Bucket } from "~/config/storage";
import { createFileBucket } from "~/media/storage/s3-bucket.server";
import { StorageFailed } from "~/media/storage/storage-failed";
import { startFakeS3 } from "../../fakes/s3";
import { createTempFolder } from "../../support/media/image-service";
import { createTestOutbound } from "../../support/media/outbound";
import { startS3Server } from "../../support/storage/s3-server";

const KEYS = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  region: "eu-central-1",
};
const PART_BYTES = 1_000;

async function setUp({
  fail,
  ...keys
}: Partial<typeof KEYS> & { fail?: (request: IncomingMessage) => boolean } = {}) {
  const s3 = await startFakeS3({ ...KEYS, bucket: "backups", ...(fail && { fail }) });
  const bucket = createFileBucket({
    ...KEYS,
    ...keys,
    endpoint: new URL(s3.url),
    bucket: "backups",
    outbound: createTestOutbound([s3]),
    partBytes: PART_BYTES,
    retryMs: 1,
  });
  const folder = createTempFolder();
  const upload = async (name: string, bytes: Buffer, signal = new AbortController().signal) => {
    writeFileSync(join(folder, "file"), bytes);
    await bucket.upload(name, join(folder, "file"), signal);
  };
  return { s3, bucket, upload };
}

describe("with an S3 server", () => {
  async function setUpServer(wrong: Partial<S3Bucket> = {}) {
    const s3 = await startS3Server("backups");
    const bucket = createFileBucket({
      ...s3.settings,
      ...wrong,
      outbound: createTestOutbound([s3]),
      partBytes: PART_BYTES,
      keysPerPage: 2,
      retryMs: 1,
    });
    const path = join(createTempFolder(), "file");
    const upload = async (name: string, bytes: Buffer) => {
      writeFileSync(path, bytes);
      await bucket.upload(name, path, new AbortController().signal);
    };
    return { s3, bucket, upload };
  }

  it.each([1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 5 * PART_BYTES])(
    "uploads a file of %i bytes in parts, in place of one with its name",
    async (length) => {
      const { s3, upload } = await setUpServer();
      await s3.write("akari-1.tar", Buffer.from("an older one"));
      const bytes = randomBytes(length);
      await upload("akari-1.tar", bytes);
      expect((await s3.read("akari-1.tar"))?.bytes).toEqual(bytes);
      expect(s3.requests.filter(({ url }) => url?.includes("partNumber="))).toHaveLength(
        Math.ceil(length / PART_BYTES),
      );
    },
  );

  it("lists all pages of names with a prefix, sorted, and removes objects", async () => {
    const { s3, bucket } = await setUpServer();
    for (const name of ["akari-3", "akari-1", "other", "akari-2", "akari-5", "akari-4"])
      await s3.write(name, Buffer.from("x"));
    expect([...(await bucket.list("akari-")).keys()]).toEqual(
      [1, 2, 3, 4, 5].map((count) => `akari-${count}`),
    );
    expect(s3.requests.filter(({ url }) => url?.includes("continuation-token="))).toHaveLength(2);
    await bucket.remove("akari-3");
    await bucket.remove("akari-3");
    expect(await s3.listKeys()).not.toContain("akari-3");
    expect([...(await bucket.list("none")).keys()]).toEqual([]);
  });

  it.each([
    ["another secret", { secretAccessKey: "wrong" }, 403, "SignatureDoesNotMatch"],
    ["another key", { accessKeyId: "wrong" }, 403, "InvalidAccessKeyId"],
    ["another bucket", { bucket: "missing" }, 404, "NoSuchBucket"],
  ])("says what the server has against %s", async (_, wrong, status, reason) => {
    const { s3, upload } = await setUpServer(wrong);
    const error = await upload("akari-1.tar", randomBytes(10)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StorageFailed);
    expect((error as StorageFailed).details).toMatchObject({ status, reason });
    expect(s3.requests).toHaveLength(1);
  });
});

it("uploads a file in parts and leaves no unfinished upload", async () => {
  const { s3, upload } = await setUp();
  const bytes = randomBytes(5 * PART_BYTES);
  await upload("akari-1.tar", bytes);
  expect(s3.objects.get("akari-1.tar")?.bytes).toEqual(bytes);
  expect(s3.uploads.size).toBe(0);
});

it("lists pages as short as the server makes them", async () => {
  const { s3, bucket } = await setUp();
  for (const name of ["akari-3", "akari-1", "other", "akari-2", "akari-5", "akari-4"])
    s3.objects.set(name, { bytes: Buffer.from("x"), type: "" });
  expect([...(await bucket.list("akari-")).keys()]).toEqual(
    [1, 2, 3, 4, 5].map((count) => `akari-${count}`),
  );
  await bucket.remove("akari-3");
  await bucket.remove("akari-3");
  expect([...(await bucket.list("akari-")).keys()]).not.toContain("akari-3");
  expect([...(await bucket.list("none")).keys()]).toEqual([]);
});

it("repeats a part that fails twice", async () => {
  let failures = 2;
  const { s3, upload } = await setUp({
    fail: ({ url }) => url?.includes("partNumber=2") === true && failures-- > 0,
  });
  const bytes = randomBytes(3 * PART_BYTES);
  await upload("akari-1.tar", bytes);
  expect(s3.objects.get("akari-1.tar")?.bytes).toEqual(bytes);
});

it("leaves the old object and no unfinished upload when a part fails for good", async () => {
  const { s3, upload } = await setUp({
    fail: ({ url }) => url?.includes("partNumber=2") === true,
  });
  s3.objects.set("akari-1.tar", { bytes: Buffer.from("old"), type: "" });
  await expect(upload("akari-1.tar", randomBytes(3 * PART_BYTES))).rejects.toThrow(StorageFailed);
  expect(s3.objects.get("akari-1.tar")?.bytes.toString()).toBe("old");
  expect(s3.uploads.size).toBe(0);
});

it("stops when it is cancelled", async () => {
  const stopped = new AbortController();
  const { s3, upload } = await setUp({
    fail: ({ url }) => {
      if (url?.includes("partNumber=2") === true) stopped.abort();
      return false;
    },
  });
  await expect(
    upload("akari-1.tar", randomBytes(5 * PART_BYTES), stopped.signal),
  ).rejects.toThrow();
  expect(s3.objects.size).toBe(0);
  expect(s3.uploads.size).toBe(0);
});

it("does not repeat what the bucket refuses, and says why", async () => {
  const { s3, upload } = await setUp({ secretAccessKey: "wrong" });
  const error = await upload("akari-1.tar", randomBytes(10)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StorageFailed);
  expect((error as StorageFailed).details).toMatchObject({
    status: 403,
    reason: "SignatureDoesNotMatch",
  });
  expect(s3.requests).toHaveLength(1);
});
