import { BROWSE_PER_PAGE } from "~/features/listing/view/browse-path";
import { listBegunTitles } from "~/features/watch-list/list-begun-titles.server";
import { cachedPlayableTitles, presentCards } from "~/pages/parts/present-cards.server";
import { listContinueCards } from "~/pages/parts/continue-cards.server";
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
) {
  const { user, parentalControl, titleLanguage: language, skipsFiller } = viewer;
  const views = libraryViews(user !== null);
  const view = views.find((name) => name === parameters.get("view")) ?? "titles";
  const playable = await cachedPlayableTitles(services, viewer);
  const continued =
    user === null || view !== "continue"
      ? []
      : (
          await listContinueCards(services.db, user.id, {
            parentalControl,
            skipsFiller,
            language,
            masks: viewer.masks,
          })
        ).filter(({ id }) => playable.has(id));
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
  return presentCards(services, viewer, {
    view,
    views,
    cards,
    continued,
    listStates: await getListStates(services.db, viewer, [...cards, ...continued]),
    total: shown.length,
    page,
    last,
    isSignedIn: user !== null,
    isEmpty: playable.size === 0,
    mayAddFolders: user?.role === "owner",
    mayOpenFiles: viewer.mayOpenFiles,
  });
}
