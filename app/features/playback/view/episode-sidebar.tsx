import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "react-router";
import { watchPath } from "~/features/catalog/view/anime-path";
import { PlayMark } from "~/features/catalog/view/cards/play-mark";
import { REVEAL_EPISODES } from "~/features/catalog/spoilers/reveal";
import { RevealLink } from "~/features/catalog/spoilers/reveal-link";
import type { EpisodeListItem } from "~/features/title/view/episode-list";
import type { EpisodeRange } from "~/features/title/view/episode-range";
import { EpisodeRanges } from "~/features/title/view/episode-ranges";
import type { Progress } from "~/features/playback/progress/progress-rules";
import { useI18n } from "~/i18n/i18n-context";
import { Mark } from "~/ui/chip";
import { classNames } from "~/ui/class-names";
import { EpisodeState } from "./episode-state";

export interface EpisodeChoice {
  number: number;
  isCurrent: boolean;
  className: string;
  /** What the control shows. */
  children: ReactNode;
}

interface EpisodeSidebarProps {
  animeId: number;
  /** The path of the page, which takes `?episodes=`; that of the episode by default. */
  path?: string;
  /** Renders what leads to an episode; a link by default. */
  control?: (choice: EpisodeChoice) => ReactNode;
  current: number;
  episodes: readonly EpisodeListItem[];
  progress: Readonly<Record<number, Progress>>;
  range: number;
  ranges: readonly EpisodeRange[];
}

/** Another weight would wrap the title of the current one anew, so that its row grew. */
const CHOICE = classNames(
  "grid min-h-12 w-full grid-cols-[2.25rem_minmax(0,1fr)_2.5rem] items-center gap-2 px-2 py-2 text-left text-sm",
  "aria-[current]:bg-raised aria-[current]:text-accent-text aria-[current]:shadow-[inset_3px_0_0_var(--accent)]",
);

export function EpisodeSidebar({
  animeId,
  current,
  path = watchPath(animeId, current),
  control = (choice) => <EpisodeLink {...choice} to={watchPath(animeId, choice.number)} />,
  episodes,
  progress,
  range,
  ranges,
}: EpisodeSidebarProps) {
  const { t } = useI18n();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>("[aria-current]");
    // Scrolls the list only; scrollIntoView would move the page.
    if (list.current !== null && item)
      list.current.scrollTop = item.offsetTop - list.current.clientHeight / 3;
  }, [current, range]);
  return (
    <nav aria-label={t("watch.episodes")} className="flex min-h-0 flex-col">
      {ranges.length > 1 ? (
        <EpisodeRanges
          label={t("title.episodesRangeChoice")}
          path={path}
          page={range}
          ranges={ranges}
        />
      ) : null}
      {episodes.some(({ isTitleMasked }) => isTitleMasked) ? (
        <p>
          <RevealLink item={REVEAL_EPISODES} className="inline-flex min-h-11 items-center text-sm">
            {t("spoilers.showTitles")}
          </RevealLink>
        </p>
      ) : null}
      <ol
        ref={list}
        className="relative max-h-[28rem] overflow-y-auto rounded-md border border-rule lg:max-h-[min(70dvh,44rem)]"
      >
        {episodes.map((episode) => (
          <li key={episode.number} className="border-b border-rule last:border-b-0">
            {control({
              number: episode.number,
              isCurrent: episode.number === current,
              className: CHOICE,
              children: (
                <>
                  <span className="text-right text-ink-faint tabular-nums">{episode.number}</span>
                  <span className="line-clamp-2">
                    <span lang={episode.title === null ? undefined : "en"}>
                      {episode.title ?? t("watch.episode", { number: episode.number })}
                    </span>{" "}
                    <PlayMark mark={episode.plays} />
                    {episode.filler ? (
                      <span className="ml-2">
                        <Mark tone="caution">{t("title.filler")}</Mark>
                      </span>
                    ) : null}
                    {episode.recap ? (
                      <span className="ml-2">
                        <Mark>{t("title.recap")}</Mark>
                      </span>
                    ) : null}
                  </span>
                  <EpisodeState progress={progress[episode.number]} />
                </>
              ),
            })}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function EpisodeLink({ to, isCurrent, className, children }: EpisodeChoice & { to: string }) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(className, "hover:bg-raised")}
    >
      {children}
    </Link>
  );
}
