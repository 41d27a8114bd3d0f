import { href, Link } from "react-router";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { AnimeGrid } from "~/features/catalog/view/cards/anime-grid";
import { DepartedCard } from "~/features/catalog/view/cards/departed-card";
import { browsePath } from "~/features/listing/view/browse-path";
import { ADD_FOLDER_PATH } from "~/features/playback/media-files/add-folder-path";
import { UpNextRail } from "~/features/watch-list/view/up-next-rail";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { libraryPath, type LibraryView } from "~/pages/library/library-view";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import type { Route } from "./+types/library";
import { servicesContext } from "~/http/context";
import { submitListForm } from "~/http/forms/submit-list.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { readTimeZoneCookie } from "~/http/viewer/time-zone-cookie.server";
import { pageZone } from "~/pages/viewer/page-zone.server";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { loadLibrary } from "~/pages/library/load-library.server";
import { signInPath } from "~/ui/sign-in-path";

export const handle: PageHandle = { isShared: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await getPageViewer(request, context);
  const { searchParams } = new URL(request.url);
  const zone = pageZone(null, readTimeZoneCookie(request.headers.get("cookie")));
  return withPageErrors(context, async () => ({
    ...(await loadLibrary(context.get(servicesContext), viewer, searchParams, zone.name)),
    flashMessage: viewer.user === null ? null : await takeFlashMessage(request, context),
  }));
}

export function action({ request, context }: Route.ActionArgs) {
  return submitListForm(request, context);
}

export const clientAction = changeAction<typeof action>();

export default function Library({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const result = useActionMessage(loaderData.flashMessage, actionData);
  const { view, views, cards, continued, listStates, total, page, last, isEmpty } = loaderData;
  return (
    <div className="page-column pt-8 md:pt-12">
      <ChangeToast result={result} />
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-3xl max-md:text-2xl">{t("site.library")}</h1>
          <p className="mt-2 text-sm text-ink-soft">{t("library.description")}</p>
        </div>
        {isEmpty ? null : (
          <div className="flex flex-wrap gap-2">
            {loaderData.isSignedIn ? (
              <ButtonLink to={`${href("/list")}?state=all&playable_filter=false`}>
                {t("library.missing")}
              </ButtonLink>
            ) : null}
            <ButtonLink to={browsePath({ playable: true, excludedTypes: ["none"] })}>
              {t("library.filter")}
            </ButtonLink>
            {loaderData.mayAddFolders ? (
              <ButtonLink to={ADD_FOLDER_PATH}>{t("admin.library.add")}</ButtonLink>
            ) : null}
          </div>
        )}
      </header>
      {isEmpty ? (
        <EmptyLibrary {...loaderData} />
      ) : (
        <CardStates value={listStates}>
          <Views views={views} current={view} />
          {cards.length + continued.length === 0 ? <EmptyView view={view} /> : null}
          {continued.length === 0 ? null : <UpNextRail cards={continued} />}
          {cards.length === 0 ? null : (
            <>
              <p className="mt-6 mb-5 text-sm text-ink-soft">
                {t(view === "franchises" ? "count.franchises" : "count.titles", { count: total })}
              </p>
              <AnimeGrid cards={cards} />
            </>
          )}
          <DepartedCard cards={cards} />
          <Pagination current={page} last={last} pageHref={(number) => libraryPath(view, number)} />
        </CardStates>
      )}
    </div>
  );
}

function Views({ views, current }: { views: readonly LibraryView[]; current: LibraryView }) {
  const { t } = useI18n();
  return (
    <nav aria-label={t("library.views")} className="mt-6 overflow-x-auto border-b border-rule">
      <ul className="flex">
        {views.map((view) => (
          <li key={view}>
            <Link
              to={libraryPath(view)}
              preventScrollReset
              aria-current={view === current ? "page" : undefined}
              className="flex min-h-12 items-center border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:text-ink sm:px-4"
            >
              {t(`library.${view}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Some titles play here, but none of this view. */
function EmptyView({ view }: { view: LibraryView }) {
  const { t } = useI18n();
  const name = view === "titles" || view === "added" ? null : view;
  return (
    <Notice glyph="余白" title={t(name === null ? "library.empty" : `library.${name}.none`)}>
      <p>{t(name === null ? "library.empty.hint" : `library.${name}.noneHint`)}</p>
      {name === null ? null : (
        <ButtonLink to={libraryPath("titles")}>{t("library.showAll")}</ButtonLink>
      )}
    </Notice>
  );
}

interface EmptyLibraryProps {
  mayAddFolders: boolean;
  mayOpenFiles: boolean;
}

/** Nothing plays here, at least for this viewer. */
function EmptyLibrary({ mayAddFolders, mayOpenFiles }: EmptyLibraryProps) {
  const { t } = useI18n();
  if (!mayOpenFiles)
    return (
      <Notice glyph="会員" title={t("library.empty.members")}>
        <p>{t("library.empty.membersHint")}</p>
        <ButtonLink to={signInPath(href("/library"))} weight="primary">
          {t("site.signIn")}
        </ButtonLink>
      </Notice>
    );
  return (
    <Notice glyph="白紙" title={t("library.empty")}>
      <p>{t(mayAddFolders ? "library.empty.owner" : "library.empty.hint")}</p>
      {mayAddFolders ? (
        <ButtonLink to={ADD_FOLDER_PATH} weight="primary">
          {t("admin.library.add")}
        </ButtonLink>
      ) : (
        <ButtonLink to={href("/browse")} weight="primary">
          {t("site.browse")}
        </ButtonLink>
      )}
    </Notice>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "site.library");
}
