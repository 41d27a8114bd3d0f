import { Download, Upload } from "lucide-react";
import { Form, isRouteErrorResponse, Link } from "react-router";
import { countInWords } from "~/features/catalog/view/count-in-words";
import { changeList } from "~/features/watch-list/view/change-list.server";
import { EntryRow } from "~/features/watch-list/view/entry-row";
import { LIST_ORDERS, listPath, readListView, type ListView } from "~/features/watch-list/view/list-address";
import { listFormSchema } from "~/features/watch-list/view/list-form";
import { listPage } from "~/features/watch-list/view/list-page.server";
import { scopeContext } from "~/http/context";
import type { PageErrorData } from "~/http/pages/page-errors.server";
import { takeNote, takePageChange } from "~/http/pages/page-change.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { visitorContext } from "~/http/pages/visitor-settings";
import { ErrorPage } from "~/routes/site/error-page";
import { Button, ButtonLink } from "~/ui/button";
import { changeInPlace } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useAnswers } from "~/ui/changes/use-answers";
import { Select, TextInput } from "~/ui/forms/field";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import type { Route } from "./+types/list";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { titleLanguage, parentalControl } = context.get(visitorContext);
  const session = await requirePageSession(request, scope);
  const view = readListView(new URL(request.url).searchParams);
  return { view, note: await takeNote(request, scope), ...(await listPage(scope.services.db, session.user.id, view, { language: titleLanguage, parentalControl })) };
}

export function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(scopeContext);
  return takePageChange(request, scope, listFormSchema, (form, { user }) => changeList(scope.services.db, user.id, form));
}

/** The same forms where scripts run: the page stays also when no answer comes. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return changeInPlace(request, serverAction);
}

export default function MyList({ loaderData, actionData }: Route.ComponentProps) {
  const { view, note, tabs, entries, found, page, last, hidden, total } = loaderData;
  const { answer, tell } = useAnswers(note, actionData);
  return (
    <div className="page-column pt-8 md:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl font-bold max-md:text-2xl">My list</h1>
        <ButtonLink to="/list/import">
          <Upload aria-hidden className="size-4" />
          Import
        </ButtonLink>
      </header>
      <nav aria-label="Collections" className="mt-6 overflow-x-auto border-b border-rule">
        <ul className="flex">
          {tabs.map(({ type, count }) => (
            <li key={type}>
              <Link
                to={listPath({ ...view, type, page: 1 })}
                preventScrollReset
                aria-current={view.type === type ? "page" : undefined}
                className="-mb-px inline-flex min-h-12 items-center gap-2 border-b-2 border-transparent px-2.5 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:text-ink sm:px-4"
              >
                {type}
                <span className="text-xs text-ink-faint tabular-nums">{countInWords(count)}</span>
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
          <p className="mt-4 text-sm text-ink-soft">{found === 1 ? "1 title" : `${countInWords(found)} titles`}</p>
          <ul aria-label={view.type} className="mt-2 grid gap-x-14 border-t border-rule xl:grid-cols-2">
            {entries.map((entry) => (
              <EntryRow key={entry.card.id} entry={entry} tell={tell} />
            ))}
          </ul>
        </>
      )}
      <Pagination current={page} last={last} pageHref={(number) => listPath({ ...view, page: number })} />
      <footer className="mt-10 space-y-4 text-sm text-ink-soft">
        {hidden === 0 ? null : <p>{hidden === 1 ? "1 title is" : `${countInWords(hidden)} titles are`} hidden by parental control.</p>}
        {total === 0 ? null : <Exports />}
      </footer>
      <ChangeToast answer={answer} tell={tell} />
    </div>
  );
}

function Narrowing({ view }: { view: ListView }) {
  return (
    <Form method="get" role="search" aria-label="My list" preventScrollReset className="mt-4 flex gap-2">
      {view.type === "Watching" ? null : <input type="hidden" name="type" value={view.type.toLowerCase().replace(" ", "_")} />}
      <TextInput key={view.search} type="search" name="q" defaultValue={view.search} maxLength={100} aria-label="Find in my list" placeholder="Find in my list" className="max-w-sm min-w-0" />
      <Select key={view.order} name="sort" aria-label="Sort by" defaultValue={view.order} options={LIST_ORDERS} className="w-36" onChange={(event) => event.currentTarget.form?.requestSubmit()} />
      <Button type="submit" className="max-sm:px-3">Show</Button>
    </Form>
  );
}

const WHEN_EMPTY = {
  Watching: "Titles land here when you begin to watch them, or put them here yourself.",
  "To Watch": "Put titles here that you want to see some day.",
  Completed: "Titles that you have seen to the end belong here.",
  Collection: "Keep titles here that belong to you for good, whatever you have seen of them.",
} as const;

function Empty({ view, total }: { view: ListView; total: number }) {
  if (view.search !== "") {
    return (
      <Notice glyph="皆無" title={`Nothing in ${view.type} is called “${view.search}”`}>
        <ButtonLink to={listPath({ ...view, search: "", page: 1 })}>Show all of {view.type}</ButtonLink>
      </Notice>
    );
  }
  return (
    <Notice glyph={total === 0 ? "白紙" : "余白"} title={total === 0 ? "Your list is still empty" : `Nothing in ${view.type}`}>
      <p>{WHEN_EMPTY[view.type]}</p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink to="/browse" weight="primary">
          Find titles
        </ButtonLink>
        {total === 0 ? <ButtonLink to="/list/import">Bring a list from elsewhere</ButtonLink> : null}
      </p>
    </Notice>
  );
}

const EXPORTS = [
  ["mal-xml", "MyAnimeList XML"],
  ["json", "JSON"],
  ["csv", "CSV"],
] as const;

function Exports() {
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      <span className="inline-flex items-center gap-2">
        <Download aria-hidden className="size-4" />
        Take the whole list with you:
      </span>
      {EXPORTS.map(([format, label]) => (
        <a key={format} href={`/api/user/watchList/export?format=${format}`} download className="inline-flex min-h-11 items-center underline decoration-rule-strong underline-offset-4 hover:text-accent-text">
          {label}
        </a>
      ))}
    </p>
  );
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "My list · Akari" }, { name: "robots", content: "noindex" }];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) throw error;
  return <ErrorPage status={error.status} message={(error.data as PageErrorData).message} />;
}
