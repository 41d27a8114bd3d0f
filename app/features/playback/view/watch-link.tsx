import { Play } from "lucide-react";
import { watchPath } from "~/features/catalog/view/anime-path";
import { episodeToPlay, type Progress } from "~/features/playback/progress/progress-rules";
import { useWords } from "~/language/words-context";
import { ButtonLink } from "~/ui/button";

interface WatchLinkProps {
  animeId: number;
  /** The numbers of the episodes that have a stream, in their order. */
  playable: readonly number[];
  progress: Readonly<Record<number, Progress>>;
}

/** Leads to the episode to go on with. Nothing where no episode can be played. */
export function WatchLink({ animeId, playable, progress }: WatchLinkProps) {
  const { t, number } = useWords();
  const next = episodeToPlay(playable, progress);
  if (next === null) return null;
  const goesOn = next !== playable[0] || progress[next]?.watched === false;
  return (
    <ButtonLink to={watchPath(animeId, next)} prefetch="intent" weight="primary">
      <Play aria-hidden className="size-4 fill-current" />
      {t(goesOn ? "watch.goOn" : "watch.begin", { number: number(next) })}
    </ButtonLink>
  );
}
