import { cacheKind, type CacheKind } from "~/caching/kind-caches";
import type { Viewer } from "~/features/catalog/visibility.server";
import { countTabs } from "~/features/watch-list/count-tabs.server";
import { getListVersion } from "~/features/watch-list/list-version.server";
import { listMissedSequels } from "~/features/watch-list/missed-sequels.server";
import { listStartable } from "~/features/watch-list/pick-planned.server";
import type { ListReader } from "~/features/watch-list/statistics/tracking-statistics.server";
import type { SharedServices } from "~/services/shared-services";

const TABS = cacheKind<Awaited<ReturnType<typeof countTabs>>>("list-tabs");
const STARTABLE = cacheKind<number[]>("startable");
const SEQUELS = cacheKind<Awaited<ReturnType<typeof listMissedSequels>>>("missed-sequels");

export type ListCacheTools = Pick<SharedServices, "db" | "listCaches">;

/** The present version of a user's list, and what pages of all kinds read over it. */
export interface ListCache {
  /** Caches by the version and by all else that it depends on: who may see what, and `key`. */
  cached: <Value>(
    kind: CacheKind<Value>,
    key: string,
    reader: ListReader,
    make: () => Promise<Value>,
  ) => Promise<Value>;
  countTabs(reader: ListReader): ReturnType<typeof countTabs>;
  /** Ids of planned titles that can be started, of the user's own list. */
  listStartable(options: Viewer & { limit: number }): Promise<number[]>;
  /** The latest, of the user's own list. */
  listMissedSequels(options: Viewer & { limit: number }): ReturnType<typeof listMissedSequels>;
}

/** Opens the present version of a user's list. */
export async function openListCache(
  { db, listCaches }: ListCacheTools,
  userId: string,
): Promise<ListCache> {
  const version = await getListVersion(db, userId);
  const cached: ListCache["cached"] = (kind, key, { parentalControl, hidePrivate }, make) =>
    listCaches.get(
      kind,
      [key, userId, version, `parental=${String(parentalControl)}`, `private=${!hidePrivate}`].join(
        " ",
      ),
      make,
    );
  return {
    cached,
    listStartable: (options) =>
      cached(STARTABLE, `startable ${options.limit}`, { ...options, hidePrivate: false }, () =>
        listStartable(db, userId, options),
      ),
    countTabs: (reader) => cached(TABS, "tabs", reader, () => countTabs(db, userId, reader)),
    listMissedSequels: (options) =>
      cached(SEQUELS, `${options.limit}`, { ...options, hidePrivate: false }, () =>
        listMissedSequels(db, userId, options),
      ),
  };
}
