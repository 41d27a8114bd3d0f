import type { ReactNode } from "react";
import { RevealLink } from "~/features/catalog/spoilers/reveal-link";
import { watchPath } from "~/features/catalog/view/anime-path";
import { useI18n } from "~/i18n/i18n-context";
import { Mark } from "~/ui/chip";
import { classNames } from "~/ui/class-names";
import { lazyPart } from "~/ui/lazy-part";
import { formatDay } from "~/features/catalog/view/facts";
import { Link } from "~/ui/link";
import { toEpisodeRanges } from "./episode-range";

export interface EpisodeListItem {
  number: number;
  title: string | null;
  titleJapanese: string | null;
  /** Then the titles are null. */
  isTitleHidden: boolean;
  aired: string | null;
  minutes: number | null;
  filler: boolean;
  recap: boolean;
}

const EpisodeRanges = lazyPart(async () => (await import("./episode-ranges")).EpisodeRanges);

interface EpisodeListProps {
  animeId: number;
  path: string;
  episodes: readonly EpisodeListItem[];
  page: number;
  total: number;
  mark?: (number: number) => ReactNode;
  action?: ((number: number) => ReactNode) | undefined;
}

export function EpisodeList({
  animeId,
  path,
  episodes,
  page,
  total,
  mark,
  action,
}: EpisodeListProps) {
  const i18n = useI18n();
  const ranges = toEpisodeRanges(total);
  return (
    <>
      {ranges.length > 1 ? (
        <EpisodeRanges
          label={i18n.t("title.episodesNavigation")}
          path={path}
          page={page}
          ranges={ranges}
        />
      ) : null}
      <ol className="divide-y divide-rule border-y border-rule">
        {episodes.map((episode) => (
          <li
            key={episode.number}
            className={classNames(
              "grid min-h-12 gap-3",
              action === undefined
                ? "grid-cols-[2.5rem_minmax(0,1fr)_auto] items-baseline py-2.5"
                : "grid-cols-[2.5rem_minmax(0,1fr)_auto_auto] items-center py-1",
            )}
          >
            <span className="text-right font-display text-sm text-ink-faint tabular-nums">
              {episode.number}
            </span>
            <span className="text-sm">
              <Link
                to={watchPath(animeId, episode.number)}
                lang={episode.title === null ? undefined : "en"}
                className="inline-block py-0.5 font-medium hover:text-accent-text"
              >
                {episode.title ?? i18n.t("title.episodeNumber", { number: episode.number })}
              </Link>
              {episode.filler || episode.recap ? (
                <span className="ml-2 inline-flex gap-1.5 align-baseline">
                  {episode.filler ? <Mark tone="caution">{i18n.t("title.filler")}</Mark> : null}
                  {episode.recap ? <Mark>{i18n.t("title.recap")}</Mark> : null}
                </span>
              ) : null}
              {episode.isTitleHidden ? (
                <RevealLink
                  item={String(episode.number)}
                  label={i18n.t("spoilers.showTitleOf", { number: episode.number })}
                  className="ml-3 inline-flex min-h-6 items-center text-xs"
                >
                  {i18n.t("spoilers.showTitle")}
                </RevealLink>
              ) : null}
              {episode.titleJapanese === null ? null : (
                <span lang="ja" className="mt-0.5 block text-xs text-ink-faint">
                  {episode.titleJapanese}
                </span>
              )}
            </span>
            <span className="text-right text-xs whitespace-nowrap text-ink-faint tabular-nums">
              {mark === undefined ? null : (
                <span className="mr-3 inline-block align-middle">{mark(episode.number)}</span>
              )}
              {episode.aired === null ? null : (
                <time
                  dateTime={episode.aired.slice(0, 10)}
                  className={action === undefined ? undefined : "max-sm:hidden"}
                  suppressHydrationWarning
                >
                  {formatDay(i18n, episode.aired)}
                </time>
              )}
              {episode.minutes === null ? null : (
                <span className="ml-3 hidden sm:inline">
                  {i18n.t("time.minutes", { minutes: episode.minutes })}
                </span>
              )}
            </span>
            {action?.(episode.number)}
          </li>
        ))}
      </ol>
    </>
  );
}
