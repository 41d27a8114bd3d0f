import { useMergedProgress } from "~/features/playback/progress/use-merged-progress";
import { roomPath } from "~/features/playback/rooms/room";
import type { RoomChange } from "~/features/playback/rooms/room-input";
import { RoomForm } from "~/features/playback/rooms/view/room-form";
import { EpisodeSidebar } from "~/features/playback/view/episode-sidebar";
import { classNames } from "~/ui/class-names";
import type { RoomPageData } from "./load-room.server";

interface RoomEpisodeListProps {
  page: RoomPageData;
  canControl: boolean;
  onChange: ((change: RoomChange) => Promise<boolean>) | null;
}

/** The title's episodes: one that is chosen opens for everyone in the room. */
export function RoomEpisodeList({ page, canControl, onChange }: RoomEpisodeListProps) {
  const { id, anime, episode, owner } = page;
  const progress = useMergedProgress(anime.id, owner, page.progress);
  return (
    <EpisodeSidebar
      animeId={anime.id}
      path={roomPath(id)}
      control={({ number, isCurrent, className, children }) =>
        isCurrent || !canControl ? (
          <span aria-current={isCurrent ? "true" : undefined} className={className}>
            {children}
          </span>
        ) : (
          <RoomForm
            id={id}
            change={{ do: "episode", number, from: episode.number }}
            onChange={onChange}
          >
            <button type="submit" className={classNames(className, "hover:bg-raised")}>
              {children}
            </button>
          </RoomForm>
        )
      }
      current={episode.number}
      episodes={page.episodes}
      progress={progress}
      range={page.range}
      ranges={page.ranges}
    />
  );
}
