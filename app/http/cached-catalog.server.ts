import { NotFound } from "~/errors/app-error";
import type { NameCount } from "~/features/catalog/anime";
import { normaliseName } from "~/features/catalog/term-key";
import { listGenres, listHiddenNames, listStudios } from "~/features/listing/list-names.server";
import { listAiring } from "~/features/schedule/list-airing.server";
import { countTerms, type TermStats } from "~/features/discovery/find-similar.server";
import type { CatalogTools } from "./context";

type CacheTools = Pick<CatalogTools, "db" | "catalogCache">;

export function cachedGenres(
  { db, catalogCache }: CacheTools,
  parentalControl: boolean,
): Promise<NameCount[]> {
  return catalogCache.get(`genres/${parentalControl}`, () => listGenres(db, parentalControl));
}

export function cachedStudios(
  { db, catalogCache }: CacheTools,
  parentalControl: boolean,
): Promise<NameCount[]> {
  return catalogCache.get(`studios/${parentalControl}`, () => listStudios(db, parentalControl));
}

/** As the catalog spells it. Throws `NotFound` for a name of no visible title. */
export async function requireStudio(
  tools: CacheTools,
  name: string,
  parentalControl: boolean,
): Promise<string> {
  const key = normaliseName(name);
  const known = (await cachedStudios(tools, parentalControl)).find(
    (studio) => normaliseName(studio.name) === key,
  );
  if (known === undefined) throw new NotFound("listing.noTitles");
  return known.name;
}

/** Omits names that only hidden titles have. */
export async function nameFilter(
  tools: CacheTools,
  kind: "genres" | "studios",
  parentalControl: boolean,
): Promise<(name: string) => boolean> {
  const hidden = await tools.catalogCache.get(`hidden-${kind}/${parentalControl}`, async () => {
    const list = kind === "genres" ? cachedGenres : cachedStudios;
    const [all, visible] = await Promise.all([
      listHiddenNames(tools.db, kind, { parentalControl }),
      list(tools, parentalControl),
    ]);
    const shown = new Set(visible.map(({ name }) => normaliseName(name)));
    return new Set(all.map(normaliseName).filter((name) => !shown.has(name)));
  });
  return (name) => !hidden.has(normaliseName(name));
}

export function cachedAiring(
  { db, catalogCache }: CacheTools,
  parentalControl: boolean,
): ReturnType<typeof listAiring> {
  return catalogCache.get(`airing/${parentalControl}`, () => listAiring(db, { parentalControl }));
}

export function cachedTerms({ db, catalogCache }: CacheTools): Promise<TermStats> {
  return catalogCache.get("term-counts", () => countTerms(db));
}
