import { presentCards } from "~/pages/parts/present-cards.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import type { Viewer } from "~/features/catalog/visibility.server";
import type { Named } from "~/features/credits/credit";
import { parseBiography } from "~/features/credits/parse-biography";
import { isFavorite, type CreditKind } from "~/features/credits/favorites.server";
import { creditLink } from "~/features/credits/view/credit-path";
import type { FilmographyRow } from "~/features/credits/view/filmography-list";
import { listTitlesPage, readPage } from "./list-titles-page.server";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { getListStates } from "~/pages/parts/get-list-states.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { requireCanonicalPath } from "~/http/pages/require-canonical-path.server";
import type { Database } from "~db/client.server";
import { readCreditId } from "./favorite-form.server";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";

interface CreditPageArgs {
  request: Request;
  params: { id: string; slug?: string | undefined };
  context: RouterContext;
}

interface Title {
  mal_id: number;
  year: number | null;
}

interface CreditPageKind<Found, Shown extends Title, Data> {
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

/** What the pages of a character and of a person show. */
export function loadCreditPage<
  Found extends Named & { about: string | null; titles: readonly Title[] },
  Shown extends Title,
  Data,
>(
  { request, params, context }: CreditPageArgs,
  { kind, find, show }: CreditPageKind<Found, Shown, Data>,
) {
  const services = context.get(servicesContext);
  const { db } = services;
  const url = new URL(request.url);
  return withPageErrors(context, async () => {
    const viewer = await getPageViewer(request, context);
    const { user, titleLanguage, parentalControl } = viewer;
    const id = readCreditId(params.id, `${kind}.notFound`);
    const found = await find(db, { id, parentalControl });
    const { path, name, image } = creditLink(found, kind, titleLanguage);
    requireCanonicalPath(path, params, url);
    const { titles, describe, data } = show(found, url.searchParams, titleLanguage);
    const { rows, page, last } = await listTitlesPage(db, titles, {
      page: readPage(url.searchParams.get("page")),
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
      canonical: context.get(requestContext).origin + path,
    };
  });
}
