import { Play } from "lucide-react";
import { watchPath } from "~/features/catalog/view/anime-path";
import { nextEpisodeToPlay, type Progress } from "~/features/playback/progress/progress-rules";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";

interface WatchLinkProps {
  animeId: number;
  playable: readonly number[];
  progress: Readonly<Record<number, Progress>>;
}

export function WatchLink({ animeId, playable, progress }: WatchLinkProps) {
  const { t, formatNumber } = useI18n();
  const next = nextEpisodeToPlay(playable, progress);
  if (next === null) return null;
  const isContinuing = next !== playable[0] || progress[next]?.watched === false;
  return (
    <ButtonLink to={watchPath(animeId, next)} prefetch="intent" weight="primary">
      <Play aria-hidden className="size-4 fill-current" />
      {t(isContinuing ? "watch.goOn" : "watch.begin", { number: formatNumber(next) })}
    </ButtonLink>
  );
}
