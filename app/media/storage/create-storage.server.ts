import type { StorageSettings } from "~/config/storage";
import { parseAllowedHost } from "~/config/allowed-hosts";
import { createOutbound } from "~/outbound/guarded-fetch.server";
import { createDiskStorage } from "./disk.server";
import { createIpfsStorage } from "./ipfs.server";
import { createS3Storage } from "./s3.server";
import type { StoredFiles } from "./stored-files";

const SLOTS = { perHost: 8, total: 8, queue: 64 };

/** The store that the settings choose. Its host is the operator's and may be private; it is open to the store alone. */
export function createStorage(settings: StorageSettings, folder: string): StoredFiles {
  switch (settings.kind) {
    case "disk":
      return createDiskStorage(folder);
    case "ipfs":
      return createIpfsStorage({ ...settings, outbound: wayTo(settings.apiUrl) });
    case "s3":
      return createS3Storage({ ...settings, outbound: wayTo(settings.endpoint) });
  }
}

function wayTo(url: URL) {
  const host = parseAllowedHost(url.host);
  return createOutbound({ allow: host === null ? [] : [host], slots: SLOTS });
}
