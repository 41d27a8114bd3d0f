import type { ReactNode } from "react";
import { watchPath } from "~/features/catalog/view/anime-path";
import { NoSource } from "~/features/playback/view/no-source";
import { lazyTopPart } from "~/ui/lazy-part";
import type { EpisodePageData } from "./load-episode.server";

const AskForIt = lazyTopPart(
  async () => (await import("~/features/wishes/view/ask-for-it")).AskForIt,
);

interface MissingEpisodeProps {
  page: EpisodePageData;
  children: ReactNode;
}

/** Stands in for the player of an episode that cannot be played here, for which users can ask. */
export function MissingEpisode({ page, children }: MissingEpisodeProps) {
  const { anime, episode, owner, elsewhere, addsSources, wishes } = page;
  return (
    <NoSource
      anime={anime}
      number={episode.number}
      hasStill={episode.hasStill}
      isSignedIn={owner !== null}
      elsewhere={elsewhere}
      addsSources={addsSources}
    >
      {children}
      {owner === null ? null : (
        <AskForIt
          key={`${anime.id}/${episode.number}`}
          animeId={anime.id}
          episode={episode.number}
          wish={wishes.episodes[episode.number] ?? wishes.other}
          path={watchPath(anime.id, episode.number)}
        />
      )}
    </NoSource>
  );
}
