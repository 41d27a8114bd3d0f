import type { Config } from "~/config/config.server";
import {
  createTasteCatalogCache,
  type TasteCatalogCache,
} from "~/features/suggestions/load-taste-catalog.server";
import type { NotificationServices } from "~/features/notifications/notification-services.server";
import { probeMediaFile } from "~/media/container/probe-media-file.server";
import type { ProbeMedia } from "~/media/container/media-worker.server";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import {
  createReleaseReader,
  type ReadNewestRelease,
} from "~/providers/releases/read-newest-release.server";
import { createJikanClient, type JikanClient } from "~/providers/jikan/client.server";
import type { DatabaseClient } from "~db/client.server";

/** What jobs work with. */
export interface JobContext {
  /** The database, without timeouts. */
  database: DatabaseClient;
  config: Config;
  /** The folder of the project, whose `public` folder has sources too. */
  root: string;
  /** One for all runs, which share Jikan's rate limit. */
  jikan: JikanClient;
  tasteCatalogs: TasteCatalogCache;
  /** Reads what is in a media file. */
  probe: ProbeMedia;
  notifications: NotificationServices;
  /** Asks a forge for the newest release; null when none is to be asked. */
  readNewestRelease: ReadNewestRelease | null;
}

/** Limits of one request to a forge, whose notes of a release may be long. */
const RELEASE_LIMITS = { timeoutMs: 30_000, maxBytes: 1024 * 1024 };

export function createJobContext(
  parts: Pick<JobContext, "database" | "config" | "root" | "notifications"> & Partial<JobContext>,
): JobContext {
  const { updatesUrl } = parts.config;
  return {
    jikan: createJikanClient({ baseUrl: parts.config.jikan.baseUrl }),
    tasteCatalogs: createTasteCatalogCache(),
    probe: probeMediaFile,
    readNewestRelease:
      updatesUrl === null
        ? null
        : createReleaseReader(updatesUrl, createOperatorFetch(RELEASE_LIMITS)),
    ...parts,
  };
}
