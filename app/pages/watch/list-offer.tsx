import { useCallback, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { SaveResponse } from "~/features/playback/progress/send-progress";
import { AddedToWatchingToast } from "~/features/playback/view/added-to-watching-toast";
import { RatePrompt } from "~/features/playback/view/rate-prompt";
import { entryEditorPath } from "~/features/watch-list/view/entry-editor-path";
import type { EpisodePageData } from "./load-episode.server";

/** What watching has changed in the list: the title was begun, or can be rated. */
export interface Offer {
  isBegun: boolean;
  isUnrated: boolean;
}

/** Keeps what the saved progress of a title means for the list. The page stays across titles. */
export function useListOffer(animeId: number) {
  const { revalidate } = useRevalidator();
  const [unrated, setUnrated] = useState<number | null>(null);
  const [begun, setBegun] = useState<number | null>(null);
  const newlyWatched = useRef(new Set<number>());
  const onSaved = useCallback(
    (response: SaveResponse) => {
      if (response.watching.includes(String(animeId))) setBegun(animeId);
      if (response.finished.includes(String(animeId))) setBegun(null);
      if (response.unrated.includes(String(animeId))) setUnrated(animeId);
      // Updates the list locally rather than revalidating at every save.
      const newlyMarked = response.episodes.filter(
        ({ episode: number, watched }) => watched && !newlyWatched.current.has(number),
      );
      for (const { episode: number } of newlyMarked) newlyWatched.current.add(number);
      if (newlyMarked.length > 0) void revalidate();
    },
    [animeId, revalidate],
  );
  const offer: Offer = { isBegun: begun === animeId, isUnrated: unrated === animeId };
  const dismiss = { rating: () => setUnrated(null), begun: () => setBegun(null) };
  return { offer, dismiss, onSaved };
}

interface ListOfferProps {
  anime: EpisodePageData["anime"];
  offer: Offer;
  listType: EpisodePageData["listType"];
  onDismiss: ReturnType<typeof useListOffer>["dismiss"];
}

/** Offers to rate the title, and to take back that it was begun. */
export function ListOffer({ anime, offer, listType, onDismiss }: ListOfferProps) {
  return (
    <>
      {offer.isUnrated ? (
        <div className="mt-4">
          <RatePrompt
            title={anime.title.text}
            path={entryEditorPath(anime.path)}
            onDismiss={onDismiss.rating}
          />
        </div>
      ) : null}
      {offer.isBegun ? (
        <AddedToWatchingToast
          animeId={anime.id}
          title={anime.title.text}
          previousType={listType}
          onDismiss={onDismiss.begun}
        />
      ) : null}
    </>
  );
}
