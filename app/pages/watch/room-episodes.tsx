import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ComponentProps } from "react";
import { RoomForm } from "~/features/playback/rooms/view/room-form";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";

interface RoomEpisodesProps extends Pick<ComponentProps<typeof RoomForm>, "id" | "onChange"> {
  /** The number of the episode that the room plays. */
  current: number;
  previous: { number: number } | null;
  next: { number: number } | null;
}

/** Leads the room to the episodes beside its own. */
export function RoomEpisodes({ id, current, previous, next, onChange }: RoomEpisodesProps) {
  const { t } = useI18n();
  return (
    <div className="button-row">
      {previous === null ? null : (
        <RoomForm
          id={id}
          change={{ do: "episode", number: previous.number, from: current }}
          onChange={onChange}
        >
          <Button type="submit">
            <ChevronLeft aria-hidden className="size-4" />
            {t("watch.previous")}
          </Button>
        </RoomForm>
      )}
      {next === null ? null : (
        <RoomForm
          id={id}
          change={{ do: "episode", number: next.number, from: current }}
          onChange={onChange}
        >
          <Button type="submit">
            {t("watch.next")}
            <ChevronRight aria-hidden className="size-4" />
          </Button>
        </RoomForm>
      )}
    </div>
  );
}
