import type { ParentalControl } from "~/features/catalog/parental-control";
import { NotFound } from "~/errors/app-error";
import type { NameCount } from "~/features/catalog/anime";
import { normaliseName } from "~/features/catalog/term-key";
import {
  listGenres,
  listHiddenNames,
  listStudios,
  listTypedNames,
  type TypedFilter,
} from "~/features/listing/list-names.server";
import { listAiring } from "~/features/schedule/list-airing.server";
import type { CatalogTools } from "~/services/shared-services";
import { cacheKind } from "~/caching/kind-caches";

type CacheTools = Pick<CatalogTools, "db" | "caches">;

const NAMES = cacheKind<NameCount[]>("names");
const HIDDEN_NAMES = cacheKind<ReadonlySet<string>>("hidden-names");
const AIRING = cacheKind<Awaited<ReturnType<typeof listAiring>>>("airing");

export function cachedGenres(
  { db, caches }: CacheTools,
  parentalControl: ParentalControl,
): Promise<NameCount[]> {
  return caches.get(NAMES, `genres/${String(parentalControl)}`, () =>
    listGenres(db, parentalControl),
  );
}

export function cachedStudios(
  { db, caches }: CacheTools,
  parentalControl: ParentalControl,
): Promise<NameCount[]> {
  return caches.get(NAMES, `studios/${String(parentalControl)}`, () =>
    listStudios(db, parentalControl),
  );
}

export function cachedTypedNames(
  { db, caches }: CacheTools,
  filter: TypedFilter,
  parentalControl: ParentalControl,
): Promise<NameCount[]> {
  return caches.get(NAMES, `${filter}/${String(parentalControl)}`, () =>
    listTypedNames(db, filter, { parentalControl }),
  );
}

/** Caches how many of the titles that Browse lists have each name of a filter. */
export function cachedCounts(
  { caches }: CacheTools,
  filter: TypedFilter | "studios",
  parentalControl: ParentalControl,
  count: () => Promise<NameCount[]>,
): Promise<NameCount[]> {
  return caches.get(NAMES, `${filter}/${String(parentalControl)}/without-clips`, count);
}

/**
 * Returns the studio as the catalog spells it. Throws `NotFound` for a name of no visible title.
 */
export async function requireStudio(
  tools: CacheTools,
  name: string,
  parentalControl: ParentalControl,
): Promise<string> {
  const key = normaliseName(name);
  const match = (await cachedStudios(tools, parentalControl)).find(
    (studio) => normaliseName(studio.name) === key,
  );
  if (match === undefined) throw new NotFound("listing.noTitles");
  return match.name;
}

/** Omits names that only hidden titles have. */
export async function nameFilter(
  tools: CacheTools,
  kind: "genres" | "studios",
  parentalControl: ParentalControl,
): Promise<(name: string) => boolean> {
  const hidden = await tools.caches.get(
    HIDDEN_NAMES,
    `${kind}/${String(parentalControl)}`,
    async () => {
      const list = kind === "genres" ? cachedGenres : cachedStudios;
      const [all, visible] = await Promise.all([
        listHiddenNames(tools.db, kind, { parentalControl }),
        list(tools, parentalControl),
      ]);
      const shown = new Set(visible.map(({ name }) => normaliseName(name)));
      return new Set(all.map(normaliseName).filter((name) => !shown.has(name)));
    },
  );
  return (name) => !hidden.has(normaliseName(name));
}

export function cachedAiring(
  { db, caches }: CacheTools,
  parentalControl: ParentalControl,
): ReturnType<typeof listAiring> {
  // Titles begin and end on a day.
  const day = new Date().toISOString().slice(0, 10);
  return caches.get(AIRING, `${String(parentalControl)}/${day}`, () =>
    listAiring(db, { parentalControl }),
  );
}
