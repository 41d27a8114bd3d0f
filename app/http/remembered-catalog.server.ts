import type { NameCount } from "~/features/catalog/anime";
import { listGenres, listStudios } from "~/features/catalog/list-names.server";
import { listAiring } from "~/features/catalog/schedule/list-airing.server";
import { countTerms, type TermNotes } from "~/features/catalog/similar/find-similar.server";
import type { Services } from "./context";

type Remembering = Pick<Services, "db" | "remembered">;

/** All genres with their counts, asked for once until the catalog changes. See `listGenres`. */
export function rememberedGenres(
  { db, remembered }: Remembering,
  parentalControl: boolean,
): Promise<NameCount[]> {
  return remembered.get(`genres/${parentalControl}`, () => listGenres(db, parentalControl));
}

/** All studios with their counts, asked for once until the catalog changes. See `listStudios`. */
export function rememberedStudios(
  { db, remembered }: Remembering,
  parentalControl: boolean,
): Promise<NameCount[]> {
  return remembered.get(`studios/${parentalControl}`, () => listStudios(db, parentalControl));
}

/** What is on the air, asked for once until the catalog changes. See `listAiring`. */
export function rememberedAiring(
  { db, remembered }: Remembering,
  parentalControl: boolean,
): ReturnType<typeof listAiring> {
  return remembered.get(`airing/${parentalControl}`, () => listAiring(db, { parentalControl }));
}

/** How many titles carry each term, counted once until the catalog changes. See `countTerms`. */
export function rememberedTerms({ db, remembered }: Remembering): Promise<TermNotes> {
  return remembered.get("term-counts", () => countTerms(db));
}
