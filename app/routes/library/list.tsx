import { History, Shuffle, Upload } from "lucide-react";
import { Form, Link } from "react-router";
import { changeList } from "~/features/watch-list/view/change-list.server";
import { DownloadLinks } from "~/features/watch-list/view/download-links";
import { EntryRow } from "~/features/watch-list/view/entry-row";
import {
  LIST_ORDERS,
  listPath,
  NO_STATE,
  readListView,
  REMOVE,
  type ListView,
} from "~/features/watch-list/view/list-view";
import { ENTRY_STATES } from "~/features/watch-list/entry-states";
import { listFormSchema } from "~/features/watch-list/view/list-form";
import { listPage } from "~/features/watch-list/view/list-page.server";
import { getPageTracker } from "~/http/session/get-tracker.server";
import { i18nContext, servicesContext } from "~/http/context";
import { takeFlashMessage, handlePageChange } from "~/http/pages/page-change.server";
import { noindexMeta } from "~/http/pages/page-i18n";
import { requirePageSession } from "~/http/session/page-session.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { useI18n } from "~/i18n/i18n-context";
import { RouteErrorPage } from "~/routes/site/error-page";
import { Button, ButtonLink } from "~/ui/button";
import { changeInPlace } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage, useChangeForm, type ShowResult } from "~/ui/changes/use-action-message";
import { Select, TextInput } from "~/ui/forms/field";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import type { Route } from "./+types/list";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { titleLanguage, parentalControl } = context.get(visitorSettingsContext);
  const session = await requirePageSession(request, context);
  const view = readListView(new URL(request.url).searchParams);
  return {
    view,
    scale: session.user.preferences.scoreScale,
    note: await takeFlashMessage(request, context),
    ...(await listPage(db, session.user.id, view, {
      language: titleLanguage,
      parentalControl,
    })),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const i18n = context.get(i18nContext);
  return handlePageChange(request, context, listFormSchema, (form, { user }) =>
    changeList(db, getPageTracker(request, user), form, {
      i18n,
      scale: user.preferences.scoreScale,
    }),
  );
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return changeInPlace(request, serverAction);
}

export default function MyList({ loaderData, actionData }: Route.ComponentProps) {
  const { t, formatNumber } = useI18n();
  const { view, scale, note, tabs, entries, found, page, last, hidden, total } = loaderData;
  const { answer, tell } = useActionMessage(note, actionData);
  return (
    <div className="page-column pt-8 md:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl font-bold max-md:text-2xl">{t("list.heading")}</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/list/pick" reloadDocument>
            <Shuffle aria-hidden className="size-4" />
            {t("list.pick")}
          </ButtonLink>
          <ButtonLink to="/list/history">
            <History aria-hidden className="size-4" />
            {t("listHistory.link")}
          </ButtonLink>
          <ButtonLink to="/list/import">
            <Upload aria-hidden className="size-4" />
            {t("list.import")}
          </ButtonLink>
        </div>
      </header>
      <nav aria-label={t("list.tabs")} className="mt-6 overflow-x-auto border-b border-rule">
        <ul className="flex">
          {tabs.map(({ tab, count }) => (
            <li key={tab}>
              <Link
                to={listPath({ ...view, tab, page: 1 })}
                preventScrollReset
                aria-current={view.tab === tab ? "page" : undefined}
                className="flex min-h-12 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:text-ink sm:px-4"
              >
                {t(`listTab.${tab}`)}
                <span className="text-xs text-ink-faint tabular-nums">{formatNumber(count)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {total === 0 ? null : <Narrowing view={view} />}
      {entries.length === 0 ? (
        <Empty view={view} total={total} />
      ) : (
        <>
          <p className="mt-4 text-sm text-ink-soft">{t("count.titles", { count: found })}</p>
          <ul aria-label={t(`listTab.${view.tab}`)} className="mt-2 border-t border-rule">
            {entries.map((entry) => (
              <EntryRow
                key={entry.card.id}
                entry={entry}
                scale={scale}
                selectionForm={SELECTION_FORM}
                tell={tell}
              />
            ))}
          </ul>
          <BulkForm tell={tell} />
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
            words={t("list.export")}
            address="/api/user/watchList/export"
            formats={["mal-xml", "json", "csv"]}
          />
        )}
      </footer>
      <ChangeToast answer={answer} tell={tell} />
    </div>
  );
}

const SELECTION_FORM = "selected-titles";

/** Changes the selected entries together; the check boxes of the rows belong to this form. */
function BulkForm({ tell }: { tell: ShowResult }) {
  const { t, label } = useI18n();
  const fetcher = useChangeForm(tell);
  return (
    <fetcher.Form
      method="post"
      id={SELECTION_FORM}
      aria-label={t("list.bulk")}
      className="bottom-0 mt-4 flex flex-wrap items-center gap-3 border-t border-rule bg-paper py-3 md:sticky"
    >
      <input type="hidden" name="intent" value="bulk" />
      <label className="flex items-center gap-3 text-sm text-ink-soft">
        <span className="shrink-0">{t("list.bulk")}</span>
        <Select
          name="state"
          options={[
            ...[...ENTRY_STATES, NO_STATE].map((state): [string, string] => [
              state,
              t("list.bulkMove", { state: label("entryState", state) }),
            ]),
            [REMOVE, t("list.off")],
          ]}
          className="w-56"
        />
      </label>
      <Button type="submit">{t("list.apply")}</Button>
    </fetcher.Form>
  );
}

function Narrowing({ view }: { view: ListView }) {
  const { t } = useI18n();
  return (
    <Form
      method="get"
      role="search"
      aria-label={t("list.heading")}
      preventScrollReset
      className="mt-4 grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:flex"
    >
      {view.tab === "watching" ? null : <input type="hidden" name="state" value={view.tab} />}
      <TextInput
        key={view.search}
        type="search"
        name="q"
        defaultValue={view.search}
        maxLength={100}
        aria-label={t("list.find")}
        placeholder={t("list.find")}
        className="min-w-0 sm:max-w-sm"
      />
      <Button type="submit">{t("list.show")}</Button>
      <label className="flex items-center gap-3 text-sm text-ink-soft max-sm:col-span-2">
        <span className="shrink-0 sm:sr-only">{t("list.sortBy")}</span>
        <Select
          key={view.order}
          name="sort"
          defaultValue={view.order}
          options={LIST_ORDERS.map((order) => [order, t(`listOrder.${order}`)])}
          className="sm:w-36"
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        />
      </label>
    </Form>
  );
}

function Empty({ view, total }: { view: ListView; total: number }) {
  const { t } = useI18n();
  const collection = t(`listTab.${view.tab}`);
  if (view.search !== "") {
    return (
      <Notice glyph="皆無" title={t("list.noMatch", { collection, search: view.search })}>
        <ButtonLink to={listPath({ ...view, search: "", page: 1 })}>
          {t("list.showAll", { collection })}
        </ButtonLink>
      </Notice>
    );
  }
  return (
    <Notice
      glyph={total === 0 ? "白紙" : "余白"}
      title={total === 0 ? t("list.empty") : t("list.emptyTab", { collection })}
    >
      <p>{t(`listEmpty.${view.tab}`)}</p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink to="/browse" weight="primary">
          {t("list.findTitles")}
        </ButtonLink>
        {total === 0 ? <ButtonLink to="/list/import">{t("list.bring")}</ButtonLink> : null}
      </p>
    </Notice>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "list.heading");
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}
