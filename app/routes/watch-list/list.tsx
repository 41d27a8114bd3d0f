import { isRouteErrorResponse, href } from "react-router";
import { BulkForm, SelectAll } from "~/features/watch-list/view/bulk-form";
import { DownloadLinks } from "~/features/watch-list/view/download-links";
import { toEditedEntry } from "~/features/watch-list/view/entry-controls";
import { EntryEditorSection } from "~/features/watch-list/view/entry-editor-section";
import { ListFilterForm } from "~/features/watch-list/view/list-filter-form";
import { listPath } from "~/features/watch-list/view/list-view";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { ErrorPage, RouteErrorPage } from "~/frame/error-page";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { RemovableChip } from "~/ui/chip";
import { Pagination } from "~/ui/paging/pagination";
import { LayoutForm, CollapseForm, PlayableLink } from "~/pages/list/list-layout-forms";
import { ListEntries } from "~/pages/list/list-entries";
import { ListHeader, ListTabs } from "~/pages/list/list-header";
import { EmptyList } from "~/pages/list/empty-list";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/list";
import type { PageErrorData } from "~/frame/page-error-data";
import { servicesContext, signedInContext } from "~/http/context";
import { submitListForm } from "~/http/forms/submit-list.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { listIds, loadList } from "~/pages/list/load-list.server";

const SELECTION_FORM = "selected-titles";

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await getPageViewer(request, context);
  const { user } = await context.get(signedInContext);
  const parameters = new URL(request.url).searchParams;
  return withPageErrors(context, async () => ({
    ...(await loadList(context.get(servicesContext), viewer, { user, parameters })),
    flashMessage: await takeFlashMessage(request, context),
  }));
}

/** A form may change all titles of the page's URL at once. */
export function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const parameters = new URL(request.url).searchParams;
  return submitListForm(request, context, {
    listAll: ({ user }) => listIds(services, user, parameters),
  });
}

export const clientAction = changeAction<typeof action>();

export default function MyList({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const {
    view,
    layout,
    collapsed,
    scale,
    hasPlayable,
    flashMessage,
    tabs,
    entries,
    found,
    page,
    last,
    hidden,
    total,
  } = loaderData;
  const { facets, filters, relaxations } = loaderData;
  const edited = entries.find(({ card }) => card.id === loaderData.editedId);
  const failure = actionData?.change === null ? actionData.failure : undefined;
  const result = useActionMessage(
    flashMessage,
    edited === undefined || failure === undefined ? actionData : undefined,
  );
  const path = listPath(view);
  const shared = { scale, path, selectionForm: SELECTION_FORM };
  const label = t(`listTab.${view.tab}`);
  return (
    <>
      <ListHeader />
      <ListTabs view={view} tabs={tabs} />
      {total === 0 ? null : (
        <ListFilterForm {...{ view, facets, scale, hasPlayable }} applied={filters.length} />
      )}
      {filters.length === 0 ? null : (
        <ul aria-label={t("browse.appliedFilters")} className="mt-4 flex flex-wrap gap-2">
          {filters.map(({ label, without }) => (
            <li key={label}>
              <RemovableChip to={listPath(without)} label={label} />
            </li>
          ))}
        </ul>
      )}
      {entries.length === 0 ? (
        <EmptyList view={view} total={total} relaxations={relaxations} />
      ) : (
        <>
          <div className="mt-4 flex flex-wrap items-center gap-3 max-sm:mt-2 max-sm:gap-x-2">
            <SelectAll form={SELECTION_FORM} />
            <p className="text-sm text-ink-soft">
              {t(collapsed ? "count.franchises" : "count.titles", { count: found })}
            </p>
            <span className="grow" />
            {hasPlayable ? <PlayableLink view={view} /> : null}
            <CollapseForm view={view} collapsed={collapsed} />
            <LayoutForm view={view} layout={layout} />
          </div>
          {edited === undefined ? null : (
            <EntryEditorSection
              editor={toEditedEntry(edited, scale, path)}
              heading={edited.card.title.text}
              failure={failure}
            />
          )}
          <ListEntries {...{ entries, label, view, layout }} {...shared} />
          <BulkForm
            id={SELECTION_FORM}
            found={found}
            hasMorePages={!collapsed && last > 1}
            tags={[...new Set(entries.flatMap(({ fields }) => fields.tags))]}
            scale={scale}
          />
        </>
      )}
      <Pagination
        current={page}
        last={last}
        pageHref={(number) => listPath({ ...view, page: number })}
      />
      <footer className="mt-10 space-y-4 text-sm text-ink-soft">
        {hidden === 0 ? null : <p>{t("list.hidden", { count: hidden })}</p>}
        {total === 0 ? null : (
          <DownloadLinks
            label={t("list.export")}
            url={href("/api/user/watchList/export")}
            formats={["mal-xml", "json", "csv"]}
          />
        )}
      </footer>
      <ChangeToast result={result} />
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "list.heading");
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 400) return <RouteErrorPage />;
  const { issues } = error.data as PageErrorData;
  return <ErrorPage status={400} message={issues.map(({ message }) => message).join(" ")} />;
}
