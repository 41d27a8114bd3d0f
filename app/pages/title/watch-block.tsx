import type { useMergedProgress } from "~/features/playback/progress/use-merged-progress";
import { WatchLink } from "~/features/playback/view/watch-link";
import { AskForIt } from "~/features/wishes/view/ask-for-it";
import type { TitlePageData } from "./load-title.server";

interface WatchBlockProps {
  page: TitlePageData;
  progress: ReturnType<typeof useMergedProgress>;
}

/** Leads to what comes next of a title; where it is missing here, users can ask for it. */
export function WatchBlock({ page, progress }: WatchBlockProps) {
  const { anime, own, playable, span, wishes } = page;
  return (
    <WatchLink
      animeId={anime.id}
      playable={playable}
      progress={progress}
      span={span}
      missing={(number) =>
        own === null ? null : (
          <AskForIt
            key={number}
            animeId={anime.id}
            episode={number}
            wish={wishes.episodes[number] ?? wishes.other}
            path={anime.path}
          />
        )
      }
    />
  );
}
