import { BROWSE_PER_PAGE } from "~/features/listing/view/browse-path";
import { parseRevealed } from "~/features/catalog/spoilers/reveal";
import { listUpNext } from "~/features/watch-list/up-next.server";
import { upNextCards } from "~/features/watch-list/view/up-next-cards.server";
import { listBegunTitles } from "~/features/watch-list/list-begun-titles.server";
import { cachedPlayableTitles, presentCards } from "~/pages/parts/present-cards.server";
import { getListStates } from "~/pages/parts/get-list-states.server";
import { arrangeLibrary } from "./arrange-library";
import { cachedLibraryTitles, cardsOfTitles } from "~/pages/parts/library-titles.server";
import { libraryViews } from "./library-view";
import type { PageViewer } from "~/pages/viewer/page-viewer";
import type { CatalogTools } from "~/services/shared-services";
import { readPageNumber } from "~/parsing/page-number";

/** Reads a page of what the viewer can play here. A page past the end is the last one. */
export async function loadLibrary(
  services: CatalogTools,
  viewer: PageViewer,
  parameters: URLSearchParams,
  zone: string,
) {
  const { user, parentalControl, titleLanguage: language, skipsFiller } = viewer;
  const views = libraryViews(user !== null);
  const view = views.find((name) => name === parameters.get("view")) ?? "titles";
  const playable = await cachedPlayableTitles(services, viewer);
  const upNext =
    user === null || view !== "continue"
      ? []
      : (
          await listUpNext(services.db, user.id, {
            parentalControl,
            skipsFiller,
            playableOnly: true,
          })
        ).titles.filter(({ anime }) => playable.has(anime.mal_id));
  const continued = upNextCards(upNext, {
    ...{ language, zone, i18n: viewer.i18n, masks: viewer.masks },
    now: new Date(),
    revealed: parseRevealed(parameters),
  });
  const shown =
    view === "continue"
      ? []
      : arrangeLibrary(view, {
          titles: await cachedLibraryTitles(services, { parentalControl, language }),
          playable,
          begun:
            user === null || view !== "unwatched"
              ? new Set()
              : await listBegunTitles(services.db, user.id),
        });
  const last = Math.max(1, Math.ceil(shown.length / BROWSE_PER_PAGE));
  const page = Math.min(readPageNumber(parameters), last);
  const cards = await cardsOfTitles(
    services,
    shown.slice((page - 1) * BROWSE_PER_PAGE, page * BROWSE_PER_PAGE),
    { parentalControl, language },
  );
  const shelf = await presentCards(services, viewer, {
    view,
    views,
    cards,
    listStates: await getListStates(services.db, viewer, cards),
    total: shown.length,
    page,
    last,
    isSignedIn: user !== null,
    isEmpty: playable.size === 0,
    mayAddFolders: user?.role === "owner",
    mayOpenFiles: viewer.mayOpenFiles,
  });
  return { ...shelf, continued };
}
