import type { ReactNode } from "react";
import { watchPath } from "~/features/catalog/view/anime-path";
import { firstToPlay, nextEpisodeToPlay } from "~/features/playback/progress/episode-to-play";
import type { EpisodeSpan } from "~/features/catalog/episodes/next-episode";
import type { Progress } from "~/features/playback/progress/progress-rules";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";

interface WatchLinkProps {
  animeId: number;
  playable: readonly number[];
  progress: Readonly<Record<number, Progress>>;
  span: EpisodeSpan;
  /** What is shown beside the words about an episode that is missing here. */
  missing: (number: number) => ReactNode;
}

/**
 * Leads to what comes next of a title, or tells that it is missing here and leads to the first
 * unseen episode that is not; nothing where nothing is playable.
 */
export function WatchLink({ animeId, playable, progress, span, missing }: WatchLinkProps) {
  const { t, formatNumber } = useI18n();
  const next = nextEpisodeToPlay(playable, progress, span);
  if (next === null) return null;
  const isMissing = next.kind === "missing";
  const number = isMissing
    ? firstToPlay(playable, span, (episode) => progress[episode]?.watched === true)
    : next.number;
  return (
    <>
      {isMissing ? (
        <>
          <p>{t("watch.missing", { number: formatNumber(next.number) })}</p>
          {missing(next.number)}
        </>
      ) : null}
      {number === undefined ? null : (
        <ButtonLink to={watchPath(animeId, number)} prefetch="intent" weight="primary">
          <span aria-hidden className="play-sign" />
          {next.kind === "again"
            ? t("watch.again")
            : t(next.kind === "continue" ? "watch.goOn" : "watch.begin", {
                number: formatNumber(number),
              })}
        </ButtonLink>
      )}
    </>
  );
}
