import { useCallback } from "react";
import { useNavigate } from "react-router";
import { watchPath } from "~/features/catalog/view/anime-path";
import type { EpisodePageData } from "./load-episode.server";

/** Leads to the episodes beside this one and to the title. The same functions in each render. */
export function useEpisodeNavigation({
  anime,
  next,
  previous,
}: Pick<EpisodePageData, "anime" | "next" | "previous">) {
  const navigate = useNavigate();
  const [nextNumber, previousNumber] = [next?.number, previous?.number];
  const goTo = useCallback(
    (number: number | undefined) => {
      if (number !== undefined) void navigate(watchPath(anime.id, number));
    },
    [navigate, anime.id],
  );
  const goNext = useCallback(() => goTo(nextNumber), [goTo, nextNumber]);
  const goBack = useCallback(() => goTo(previousNumber), [goTo, previousNumber]);
  const leave = useCallback(() => void navigate(anime.path), [navigate, anime.path]);
  return { goNext, goBack, leave };
}
