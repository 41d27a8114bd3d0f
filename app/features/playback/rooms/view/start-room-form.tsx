import { href } from "react-router";
import { Users } from "lucide-react";
import { useRef } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";

interface StartRoomFormProps {
  animeId: number;
  number: number;
}

/** Creates a room at the player's position. */
export function StartRoomForm({ animeId, number }: StartRoomFormProps) {
  const { t } = useI18n();
  const position = useRef<HTMLInputElement>(null);
  const fillPosition = () => {
    const video = document.querySelector<HTMLVideoElement>(".player video");
    if (position.current !== null && video !== null)
      position.current.value = String(video.currentTime);
  };
  return (
    <form method="post" action={href("/room")} onSubmit={fillPosition}>
      <input type="hidden" name="animeId" value={animeId} />
      <input type="hidden" name="episode" value={number} />
      <input ref={position} type="hidden" name="position" defaultValue="0" />
      <Button type="submit">
        <Users aria-hidden className="size-4 opacity-70" />
        {t("room.start")}
      </Button>
    </form>
  );
}
