import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig } from "./config.server";

const s3 = {
  S3_ENDPOINT: "http://127.0.0.1:9000",
  S3_BUCKET: "pictures",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
  S3_PUBLIC_URL: "https://cdn.example/pictures",
};
const ipfs = { IPFS_API_URL: "http://127.0.0.1:5001", IPFS_GATEWAY_URL: "https://ipfs.example" };

const problems = (environment: Record<string, string>): string[] => {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split("\n").map((line) => line.split(" ")[0] ?? "");
  }
};

describe("the storage settings", () => {
  it("default to the disk", () => {
    expect(loadConfig({}).storage).toEqual({ kind: "disk" });
  });

  it("choose IPFS or S3 with everything that it needs", () => {
    expect(loadConfig({ STORAGE: "ipfs", ...ipfs }).storage).toMatchObject({
      kind: "ipfs",
      apiUrl: new URL(ipfs.IPFS_API_URL),
    });
    expect(loadConfig({ STORAGE: "s3", ...s3 }).storage).toMatchObject({
      kind: "s3",
      bucket: "pictures",
      region: "us-east-1",
    });
    expect(loadConfig({ STORAGE: "s3", S3_REGION: "auto", ...s3 }).storage).toMatchObject({
      region: "auto",
    });
  });

  it("may be complete without being chosen", () => {
    expect(loadConfig({ STORAGE: "disk", ...ipfs, ...s3 }).storage).toEqual({ kind: "disk" });
  });

  it.each(Object.keys(ipfs))("require %s with the rest of IPFS, chosen or not", (name) => {
    for (const STORAGE of ["ipfs", "disk"])
      expect(problems({ STORAGE, ...ipfs, [name]: "" })).toEqual([name]);
  });

  it.each(Object.keys(s3))("require %s with the rest of S3, chosen or not", (name) => {
    for (const STORAGE of ["s3", "disk"])
      expect(problems({ STORAGE, ...s3, [name]: "" })).toEqual([name]);
  });

  it("add a private bucket for backups to any storage", () => {
    const { S3_BUCKET: _, S3_PUBLIC_URL: __, ...access } = s3;
    const withBackups = { ...access, S3_BACKUP_BUCKET: "backups" };
    expect(loadConfig({}).backups).toEqual({ bucket: null });
    expect(loadConfig(withBackups)).toMatchObject({
      storage: { kind: "disk" },
      backups: { bucket: { bucket: "backups", accessKeyId: "key", region: "us-east-1" } },
    });
    expect(loadConfig({ STORAGE: "s3", ...s3, S3_BACKUP_BUCKET: "backups" })).toMatchObject({
      storage: { bucket: "pictures" },
      backups: { bucket: { bucket: "backups" } },
    });
    for (const name of Object.keys(access))
      expect(problems({ ...withBackups, [name]: "" })).toEqual([name]);
    expect(problems({ STORAGE: "s3", ...withBackups })).toEqual(["S3_BUCKET", "S3_PUBLIC_URL"]);
  });

  it("keep backups out of the bucket that everyone can read", () => {
    expect(problems({ STORAGE: "s3", ...s3, S3_BACKUP_BUCKET: "pictures" })).toEqual([
      "S3_BACKUP_BUCKET",
    ]);
  });

  it("name every missing variable of a chosen storage at once", () => {
    expect(problems({ STORAGE: "s3" })).toEqual(Object.keys(s3));
    expect(problems({ STORAGE: "floppy" })).toEqual(["STORAGE"]);
    expect(problems({ STORAGE: "ipfs", ...ipfs, IPFS_API_URL: "localhost:5001" })).toEqual([
      "IPFS_API_URL",
    ]);
  });
});
