import type { ReactNode } from "react";
import { watchPath } from "~/features/catalog/view/anime-path";
import { nextEpisodeToPlay } from "~/features/playback/progress/episode-to-play";
import type { EpisodeSpan } from "~/features/catalog/episodes/next-episode";
import type { Progress } from "~/features/playback/progress/progress-rules";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { FACT_DOT } from "~/ui/fact-dot";

interface WatchLinkProps {
  animeId: number;
  playable: readonly number[];
  progress: Readonly<Record<number, Progress>>;
  span: EpisodeSpan;
  /** What is shown beside the words about an episode that is missing here. */
  missing: (number: number) => ReactNode;
}

/**
 * Leads to what comes next of a title, in the words of Home's row where it is missing here. An
 * unseen episode that plays is then offered beside it. Nothing where nothing is playable.
 */
export function WatchLink({ animeId, playable, progress, span, missing }: WatchLinkProps) {
  const { t, formatNumber } = useI18n();
  const next = nextEpisodeToPlay(playable, progress, span);
  if (next === null) return null;
  if (next.kind !== "missing")
    return (
      <ButtonLink to={watchPath(animeId, next.number)} prefetch="intent" weight="primary">
        <span aria-hidden className="play-sign" />
        {next.kind === "again"
          ? t("watch.again")
          : t(next.kind === "continue" ? "watch.goOn" : "watch.begin", {
              number: formatNumber(next.number),
            })}
      </ButtonLink>
    );
  return (
    <>
      <p>
        <span className="font-semibold">
          {t("watch.episode", { number: formatNumber(next.number) })}
        </span>
        <span className="text-ink-soft">
          {FACT_DOT}
          {t("watch.notHere")}
        </span>
      </p>
      {missing(next.number)}
      {next.beside === undefined ? null : (
        <ButtonLink to={watchPath(animeId, next.beside)} prefetch="intent">
          {t("watch.begin", { number: formatNumber(next.beside) })}
        </ButtonLink>
      )}
    </>
  );
}
