import type { NameCount } from "~/features/catalog/anime";
import { listGenres, listStudios } from "~/features/listing/list-names.server";
import { listAiring } from "~/features/schedule/list-airing.server";
import { countTerms, type TermStats } from "~/features/discovery/find-similar.server";
import type { Services } from "./context";

type CacheTools = Pick<Services, "db" | "catalogCache">;

/** `listGenres`, cached until the catalog changes. */
export function cachedGenres(
  { db, catalogCache }: CacheTools,
  parentalControl: boolean,
): Promise<NameCount[]> {
  return catalogCache.get(`genres/${parentalControl}`, () => listGenres(db, parentalControl));
}

/** `listStudios`, cached until the catalog changes. */
export function cachedStudios(
  { db, catalogCache }: CacheTools,
  parentalControl: boolean,
): Promise<NameCount[]> {
  return catalogCache.get(`studios/${parentalControl}`, () => listStudios(db, parentalControl));
}

/** `listAiring`, cached until the catalog changes. */
export function cachedAiring(
  { db, catalogCache }: CacheTools,
  parentalControl: boolean,
): ReturnType<typeof listAiring> {
  return catalogCache.get(`airing/${parentalControl}`, () => listAiring(db, { parentalControl }));
}

/** `countTerms`, cached until the catalog changes. */
export function cachedTerms({ db, catalogCache }: CacheTools): Promise<TermStats> {
  return catalogCache.get("term-counts", () => countTerms(db));
}
