import type { S3Bucket, StorageSettings } from "~/config/storage";
import { parseAllowedHost } from "~/config/allowed-hosts";
import { createOutbound } from "~/outbound/guarded-fetch.server";
import { createDiskStorage } from "./disk.server";
import { createIpfsStorage } from "./ipfs.server";
import { createFileBucket, type FileBucket } from "./s3-bucket.server";
import { createS3Storage } from "./s3.server";
import type { FileStorage } from "./file-storage";

const SLOTS = { perHost: 8, total: 8, queue: 64 };

/** The storage's host may be private. */
export function createStorage(settings: StorageSettings, folder: string): FileStorage {
  switch (settings.kind) {
    case "disk":
      return createDiskStorage(folder);
    case "ipfs":
      return createIpfsStorage({ ...settings, outbound: createStorageClient(settings.apiUrl) });
    case "s3":
      return createS3Storage({ ...settings, outbound: createStorageClient(settings.endpoint) });
  }
}

/** Returns null unless a bucket is set. */
export function createBackupBucket(settings: S3Bucket | null): FileBucket | null {
  return settings === null
    ? null
    : createFileBucket({ ...settings, outbound: createStorageClient(settings.endpoint) });
}

function createStorageClient(url: URL) {
  const host = parseAllowedHost(url.host);
  return createOutbound({ allow: host === null ? [] : [host], slots: SLOTS });
}
