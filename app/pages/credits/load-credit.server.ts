import { presentCards } from "~/pages/parts/present-cards.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import type { Viewer } from "~/features/catalog/visibility.server";
import type { Named } from "~/features/credits/credit";
import { parseBiography } from "~/features/credits/parse-biography";
import { isFavorite, type CreditKind } from "~/features/credits/favorites.server";
import { creditLink } from "~/features/credits/view/credit-path";
import type { FilmographyRow } from "~/features/credits/view/filmography-list";
import { listTitlesPage } from "./list-titles.server";
import { getListStates } from "~/pages/parts/get-list-states.server";
import type { Database } from "~db/client.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";
import type { CatalogTools } from "~/services/shared-services";
import { readPageNumber } from "~/parsing/page-number";

interface CreditRequest {
  id: number;
  parameters: URLSearchParams;
  /** Throws when the page was requested by another path than its own. */
  requirePath: (path: string) => void;
}

export interface CreditTitle {
  mal_id: number;
  year: number | null;
}

export interface CreditView<Found, Shown extends CreditTitle, Data> {
  kind: CreditKind;
  find: (db: Database, options: Viewer & { id: number }) => Promise<Found>;
  /** The titles to show, what each row says, and the data of this kind of page alone. */
  show: (
    found: Found,
    parameters: URLSearchParams,
    language: TitleLanguage,
  ) => {
    titles: readonly Shown[];
    describe: (title: Shown) => Omit<FilmographyRow, "card" | "year">;
    data: Data;
  };
}

/** What the pages of a character and of a person show, with their path. Throws `NotFound`. */
export async function loadCredit<
  Found extends Named & { about: string | null; titles: readonly CreditTitle[] },
  Shown extends CreditTitle,
  Data,
>(
  services: CatalogTools,
  viewer: PageViewer,
  { id, parameters, requirePath }: CreditRequest,
  { kind, find, show }: CreditView<Found, Shown, Data>,
) {
  const { db } = services;
  const { user, titleLanguage, parentalControl } = viewer;
  const found = await find(db, { id, parentalControl });
  const { path, name, image } = creditLink(found, kind, titleLanguage);
  requirePath(path);
  const { titles, describe, data } = show(found, parameters, titleLanguage);
  const { rows, page, last } = await listTitlesPage(db, titles, {
    page: readPageNumber(parameters),
    language: titleLanguage,
    parentalControl,
  });
  return {
    ...data,
    path,
    name,
    otherName: name.lang === "ja" ? found.name : found.name_japanese,
    image,
    biography: parseBiography(found.about),
    total: found.titles.length,
    isFavorite: user === null ? null : await isFavorite(db, { userId: user.id, kind, id }),
    rows: (await presentCards(services, viewer, rows)).map(({ title, card }): FilmographyRow => ({
      card,
      year: title.year,
      ...describe(title),
    })),
    page,
    last,
    listStates: await getListStates(
      db,
      viewer,
      rows.map(({ card }) => card),
    ),
  };
}
