import { href, Link } from "react-router";
import { presentCards } from "~/pages/parts/present-cards.server";
import { displayTitle } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { Cover } from "~/features/catalog/view/cards/cover";
import { formatYearAndType } from "~/features/catalog/view/facts";
import { getPublicListOwner } from "~/features/profile/public-profile.server";
import { ENTRY_TABS, type EntryTab } from "~/features/watch-list/entry-tabs";
import {
  listPublicEntries,
  type PublicEntry,
} from "~/features/watch-list/statistics/public-list.server";
import { formatOwnScore } from "~/features/watch-list/view/format-entry";
import { servicesContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { pageI18n } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import { ProgressBar } from "~/ui/progress-bar";
import type { Route } from "./+types/public-list";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { withQuery } from "~/ui/with-query";
import { FACT_DOT } from "~/ui/fact-dot";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const viewer = await getPageViewer(request, context);
  const { parentalControl, titleLanguage, masks } = viewer;
  return withPageErrors(context, async () => {
    const owner = await getPublicListOwner(db, params.id);
    const query = new URL(request.url).searchParams;
    const tab = ENTRY_TABS.find((candidate) => candidate === query.get("state")) ?? "all";
    const page = query.get("page") ?? "";
    const { counts, entries, ...paging } = await listPublicEntries(db, owner.id, {
      tab,
      page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
      parentalControl,
    });
    const toRow = ({ anime, ...entry }: PublicEntry) => ({
      ...entry,
      score: masks.reviews ? null : entry.score,
      title: displayTitle(anime, titleLanguage),
      card: animeCard(anime, titleLanguage),
    });
    return {
      id: owner.id,
      name: owner.name,
      scale: owner.scoreScale,
      tab,
      tabs: ENTRY_TABS.map((candidate) => ({ tab: candidate, count: counts[candidate] })),
      rows: await presentCards(services, viewer, entries.map(toRow)),
      ...paging,
    };
  });
}

function pathOf(id: string, tab: EntryTab, page = 1): string {
  const query = new URLSearchParams();
  if (tab !== "all") query.set("state", tab);
  if (page !== 1) query.set("page", String(page));
  return withQuery(href("/user/:id/list", { id }), query);
}

export default function PublicList({ loaderData }: Route.ComponentProps) {
  const i18n = useI18n();
  const { t, formatNumber } = i18n;
  const { id, name, scale, tab, tabs, rows, page, last } = loaderData;
  // Rows without one keep its width, so that the bars of progress are alike.
  const hasScores = rows.some(({ score }) => score !== null);
  return (
    <div className="page-column pt-8 md:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl font-bold max-md:text-2xl">{t("publicList.heading", { name })}</h1>
        <ButtonLink to={href("/user/:id", { id })}>{t("site.profile")}</ButtonLink>
      </header>
      <nav aria-label={t("publicList.tabs")} className="mt-6 overflow-x-auto border-b border-rule">
        <ul className="flex">
          {tabs.map(({ tab: other, count }) => (
            <li key={other}>
              <Link
                to={pathOf(id, other)}
                preventScrollReset
                aria-current={other === tab ? "page" : undefined}
                className="flex min-h-12 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:text-ink sm:px-4"
              >
                {t(`listTab.${other}`)}
                <span className="text-xs text-ink-faint tabular-nums">{formatNumber(count)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {rows.length === 0 ? (
        <Notice glyph="白紙" title={t("publicList.empty")}>
          <p>{t("publicList.emptyHint")}</p>
        </Notice>
      ) : (
        <ul aria-label={t(`listTab.${tab}`)} className="mt-4 grid gap-x-10 md:grid-cols-2">
          {rows.map(({ card, title, state, episodesSeen, total, score }) => (
            <li key={card.id} className="border-b border-rule py-3">
              <Link to={card.path} className="group flex items-center gap-4">
                <span className="w-12 shrink-0">
                  <Cover id={card.id} color={card.color} spine={null} sizes="3rem" />
                </span>
                <span className="min-w-0 grow">
                  <span
                    lang={title.lang}
                    className="line-clamp-2 text-sm font-semibold group-hover:text-accent-text"
                  >
                    {title.text}
                  </span>
                  <span className="mt-0.5 block text-xs text-ink-faint">
                    {[
                      tab === "all" ? i18n.label("entryState", state ?? "none") : null,
                      formatYearAndType(i18n, card),
                      episodesSeen === 0 ? null : progressText(i18n, episodesSeen, total),
                    ]
                      .filter(Boolean)
                      .join(FACT_DOT)}
                  </span>
                  {total === null || episodesSeen === 0 ? null : (
                    <ProgressBar part={Math.min(1, episodesSeen / total)} className="mt-1.5" />
                  )}
                </span>
                {hasScores ? (
                  <span className="min-w-10 shrink-0 text-right font-display text-lg font-bold tabular-nums">
                    {score === null ? null : (
                      <>
                        <span className="sr-only">{t("stats.score")} </span>
                        {formatOwnScore(i18n, score, scale)}
                      </>
                    )}
                  </span>
                ) : null}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Pagination current={page} last={last} pageHref={(number) => pathOf(id, tab, number)} />
    </div>
  );
}

function progressText({ t }: ReturnType<typeof useI18n>, seen: number, total: number | null) {
  return total === null
    ? t("publicList.progress.some", { seen })
    : t("publicList.progress.all", { seen, total });
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const robots = { name: "robots", content: "noindex" };
  if (loaderData === undefined) return [robots];
  const { t } = pageI18n(matches);
  return [
    { title: t("site.pageTitle", { title: t("publicList.heading", { name: loaderData.name }) }) },
    robots,
  ];
}
