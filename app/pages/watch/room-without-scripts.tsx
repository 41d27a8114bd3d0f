import { formatTime } from "~/features/playback/player/controls/format-time";
import { mayControl } from "~/features/playback/rooms/room";
import { RoomForm } from "~/features/playback/rooms/view/room-form";
import { useI18n } from "~/i18n/i18n-context";
import { Button, buttonClass } from "~/ui/button";
import type { RoomPageData } from "./load-room.server";
import { episodeFilePath } from "~/features/catalog/episodes/episode-video";

/** Shows the room's state, and forms instead of the player. */
export function RoomWithoutScripts({
  id,
  anime,
  episode,
  room,
  member,
  position,
}: Pick<RoomPageData, "id" | "anime" | "episode" | "room" | "member" | "position">) {
  const { t } = useI18n();
  const time = formatTime(position);
  return (
    <div className="mt-4 space-y-3">
      <p>{t(room.playing ? "room.playingAt" : "room.pausedAt", { time })}</p>
      <p className="text-sm text-ink-soft">{t("room.snapshot")}</p>
      <div className="flex flex-wrap gap-2">
        {mayControl(room, member) ? (
          <RoomForm id={id} change={{ do: room.playing ? "pause" : "play" }} onChange={null}>
            <Button type="submit">{t(room.playing ? "player.pause" : "player.play")}</Button>
          </RoomForm>
        ) : null}
        <a
          href={`${episodeFilePath(anime.id, episode.number)}#t=${Math.floor(position)}`}
          className={buttonClass("quiet")}
        >
          {t("room.openAt", { time })}
        </a>
      </div>
    </div>
  );
}
