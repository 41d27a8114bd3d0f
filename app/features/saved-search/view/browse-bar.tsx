import { href, Link, useFetcher } from "react-router";
import { AnimeRail } from "~/features/home/anime-rail";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { useI18n } from "~/i18n/i18n-context";
import type { ActionResult } from "~/ui/changes/page-change";
import { Mark } from "~/ui/chip";
import { withQuery } from "~/ui/with-query";

export interface BrowseBarData {
  /** The page's search, if it is saved. */
  saved: { id: string; name: string; fresh: readonly AnimeCardData[] } | null;
  /** New matches of all followed searches. */
  fresh: number;
  hasSearches: boolean;
  /** What saving takes over; null without filters. */
  path: string | null;
}

const LINK =
  "inline-flex min-h-11 items-center gap-2 text-sm text-ink-soft underline-offset-4 hover:text-ink hover:underline";

export function BrowseBar({ saved, fresh, hasSearches, path }: BrowseBarData) {
  const { t } = useI18n();
  if (saved === null && path === null && !hasSearches) return null;
  return (
    <>
      <div aria-live="polite" className="mt-2 flex flex-wrap items-center gap-x-6">
        {saved !== null ? (
          <Link to={`${href("/searches")}#search-${saved.id}`} className={LINK}>
            {t("searches.savedAs", { name: saved.name })}
          </Link>
        ) : path !== null ? (
          <>
            <FollowForm key={path} path={path} />
            <Link to={withQuery(href("/searches"), { save: path })} className={LINK}>
              {t("searches.saveHeading")}
            </Link>
          </>
        ) : null}
        {hasSearches && saved === null ? (
          <Link to={href("/searches")} className={LINK}>
            {t("searches.all")}
            {fresh === 0 ? null : <Mark>{t("searches.fresh", { count: fresh })}</Mark>}
          </Link>
        ) : null}
      </div>
      {saved === null ? null : (
        <AnimeRail
          title={t("searches.freshHere", { count: saved.fresh.length })}
          cards={saved.fresh}
        />
      )}
    </>
  );
}

/** Saves and follows the page's search by one click. */
function FollowForm({ path }: { path: string }) {
  const { t } = useI18n();
  const fetcher = useFetcher<ActionResult>();
  const refused = fetcher.data?.change === null ? fetcher.data.refused : null;
  return (
    <fetcher.Form method="post" action={href("/searches")} className="flex flex-wrap gap-x-3">
      <input type="hidden" name="url" value={path} />
      <button type="submit" name="intent" value="follow-url" className={LINK}>
        {t("searches.followThis")}
      </button>
      {refused === null ? null : (
        <span role="alert" className="self-center text-sm text-caution">
          {refused}
        </span>
      )}
    </fetcher.Form>
  );
}
