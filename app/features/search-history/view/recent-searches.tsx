import { X } from "lucide-react";
import { Form, href, Link, useLocation } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import type { PageChange } from "~/ui/changes/page-change";
import { SEARCH_HISTORY_PATH } from "./search-history-path";
import { withQuery } from "~/ui/with-query";

export interface RecentSearch {
  id: string;
  query: string;
}

interface RecentSearchesProps {
  searches: readonly RecentSearch[];
  /** What the last form did. */
  done: PageChange | null;
}

/** The searches as links, each with a form that removes it, for browsers without JavaScript. */
export function RecentSearches({ searches, done }: RecentSearchesProps) {
  return (
    <>
      {done === null ? null : <Done {...done} />}
      {searches.length === 0 ? null : <Searches searches={searches} />}
    </>
  );
}

function Done({ message, undo }: PageChange) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  return (
    <div role="status" className="mt-4 flex items-center gap-4 border-l-2 border-accent-text pl-4">
      <p className="py-1">{message}</p>
      {undo === null ? null : (
        <Form method="post" action={SEARCH_HISTORY_PATH}>
          {Object.entries({ ...undo, returnTo: pathname + search }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" weight="bare" className="font-semibold text-accent-text">
            {t("site.undo")}
          </Button>
        </Form>
      )}
    </div>
  );
}

function Searches({ searches }: Pick<RecentSearchesProps, "searches">) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  return (
    <section aria-label={t("history.recent")} className="mt-4 flex flex-wrap items-center gap-2">
      <h2 className="pr-1 font-sans text-sm font-normal tracking-normal text-ink-soft">
        {t("history.youSearched")}
      </h2>
      <ul className="contents">
        {searches.map(({ id, query }) => (
          <li
            key={id}
            className="inline-flex max-w-full items-center rounded-md ring-1 ring-rule ring-inset"
          >
            <Link
              to={withQuery(href("/browse"), { search_query: query })}
              className="inline-flex min-h-11 min-w-0 items-center pl-3 text-sm text-ink-soft hover:text-ink md:min-h-9"
            >
              <span className="truncate">{query}</span>
            </Link>
            <Form method="post" action={SEARCH_HISTORY_PATH} replace preventScrollReset>
              <input type="hidden" name="intent" value="remove" />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="returnTo" value={pathname + search} />
              <button
                type="submit"
                aria-label={t("history.removeRecent", { query })}
                className="inline-flex min-h-11 min-w-11 items-center justify-center text-ink-faint hover:text-ink md:min-h-9 md:min-w-9"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
