import { watchPath } from "~/features/catalog/view/anime-path";
import { nextEpisodeToPlay, type Progress } from "~/features/playback/progress/progress-rules";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";

interface WatchLinkProps {
  animeId: number;
  playable: readonly number[];
  progress: Readonly<Record<number, Progress>>;
}

/** Leads to what a viewer plays next of a title; nothing where nothing is playable. */
export function WatchLink({ animeId, playable, progress }: WatchLinkProps) {
  const { t, formatNumber } = useI18n();
  const next = nextEpisodeToPlay(playable, progress);
  if (next === null) return null;
  return (
    <ButtonLink to={watchPath(animeId, next.number)} prefetch="intent" weight="primary">
      <span aria-hidden className="play-sign" />
      {next.kind === "again"
        ? t("watch.again")
        : t(next.kind === "begin" ? "watch.begin" : "watch.goOn", {
            number: formatNumber(next.number),
          })}
    </ButtonLink>
  );
}
