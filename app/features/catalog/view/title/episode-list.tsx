import type { ReactNode } from "react";
import { Link } from "react-router";
import { watchPath } from "~/features/catalog/view/anime-path";
import { useWords } from "~/language/words-context";
import { Mark } from "~/ui/chip";
import { classNames } from "~/ui/class-names";
import { dayInWords } from "~/features/catalog/view/facts";

/** What the list tells of an episode. */
export interface EpisodeLine {
  number: number;
  title: string | null;
  titleJapanese: string | null;
  /** ISO 8601 */
  aired: string | null;
  /** Whole minutes. */
  minutes: number | null;
  filler: boolean;
  recap: boolean;
}

/** Episodes on one stretch of a long list. */
export const EPISODES_PER_STRETCH = 50;

interface EpisodeListProps {
  animeId: number;
  path: string;
  episodes: readonly EpisodeLine[];
  /** The stretch that is shown, from 1. */
  stretch: number;
  total: number;
  /** What is shown beside an episode of a person's own, such as a tick. */
  mark?: (number: number) => ReactNode;
}

/** The episodes by number, fifty at a time. */
export function EpisodeList({ animeId, path, episodes, stretch, total, mark }: EpisodeListProps) {
  const words = useWords();
  return (
    <>
      <Stretches path={path} stretch={stretch} total={total} />
      <ol className="divide-y divide-rule border-y border-rule">
        {episodes.map((episode) => (
          <li
            key={episode.number}
            className="grid min-h-12 grid-cols-[2.5rem_minmax(0,1fr)_auto] items-baseline gap-3 py-2.5"
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
                {episode.title ?? words.t("title.episodeNumber", { number: episode.number })}
              </Link>
              {episode.filler || episode.recap ? (
                <span className="ml-2 inline-flex gap-1.5 align-baseline">
                  {episode.filler ? <Mark tone="caution">{words.t("title.filler")}</Mark> : null}
                  {episode.recap ? <Mark>{words.t("title.recap")}</Mark> : null}
                </span>
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
                <time dateTime={episode.aired.slice(0, 10)} suppressHydrationWarning>
                  {dayInWords(words, episode.aired)}
                </time>
              )}
              {episode.minutes === null ? null : (
                <span className="ml-3 hidden sm:inline">
                  {words.t("time.minutes", { minutes: episode.minutes })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Stretches({ path, stretch, total }: { path: string; stretch: number; total: number }) {
  const { t } = useWords();
  const count = Math.ceil(total / EPISODES_PER_STRETCH);
  if (count <= 1) return null;
  return (
    <nav aria-label={t("title.episodesNavigation")} className="mb-4 flex flex-wrap gap-1">
      {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
        <Link
          key={number}
          to={number === 1 ? path : `${path}?episodes=${number}`}
          preventScrollReset
          aria-current={number === stretch ? "page" : undefined}
          className={classNames(
            "inline-flex min-h-11 items-center rounded-md px-3 text-sm tabular-nums md:min-h-9",
            number === stretch
              ? "bg-raised font-semibold text-ink ring-1 ring-rule-strong ring-inset"
              : "text-ink-soft hover:bg-raised hover:text-ink",
          )}
        >
          {(number - 1) * EPISODES_PER_STRETCH + 1}–{Math.min(total, number * EPISODES_PER_STRETCH)}
        </Link>
      ))}
    </nav>
  );
}
