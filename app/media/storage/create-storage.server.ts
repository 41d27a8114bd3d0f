import type { StorageSettings } from "~/config/storage";
import { parseAllowedHost } from "~/config/allowed-hosts";
import { createOutbound } from "~/outbound/guarded-fetch.server";
import { createDiskStorage } from "./disk.server";
import { createIpfsStorage } from "./ipfs.server";
import { createS3Storage } from "./s3.server";
import type { FileStorage } from "./file-storage";

const SLOTS = { perHost: 8, total: 8, queue: 64 };

/** The storage's host may be private; only this client may reach it. */
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

function createStorageClient(url: URL) {
  const host = parseAllowedHost(url.host);
  return createOutbound({ allow: host === null ? [] : [host], slots: SLOTS });
}
