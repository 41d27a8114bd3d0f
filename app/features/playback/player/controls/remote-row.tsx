import { useEffect, useState } from "react";
import { useI18n } from "~/i18n/i18n-context";

/** Safari's AirPlay, which TypeScript's types lack. */
interface AirPlayVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
}

export function RemoteRow({ video }: { video: AirPlayVideo }) {
  const { t } = useI18n();
  const [isAvailable, setIsAvailable] = useState(false);
  useEffect(() => {
    const onAirPlay = (event: Event) =>
      setIsAvailable((event as Event & { availability?: string }).availability === "available");
    video.addEventListener("webkitplaybacktargetavailabilitychanged", onAirPlay);
    let watched: number | null = null;
    let isCurrent = true;
    if (video.webkitShowPlaybackTargetPicker === undefined && "remote" in video)
      video.remote.watchAvailability(setIsAvailable).then(
        (id) => {
          watched = id;
          if (!isCurrent) void video.remote.cancelWatchAvailability(id).catch(() => undefined);
        },
        () => undefined,
      );
    return () => {
      isCurrent = false;
      video.removeEventListener("webkitplaybacktargetavailabilitychanged", onAirPlay);
      if (watched !== null)
        void video.remote.cancelWatchAvailability(watched).catch(() => undefined);
    };
  }, [video]);
  if (!isAvailable) return null;
  const choose = () => {
    if (video.webkitShowPlaybackTargetPicker !== undefined) video.webkitShowPlaybackTargetPicker();
    else void video.remote.prompt().catch(() => undefined);
  };
  return (
    <div className="player-choice">
      <button type="button" className="player-menu-action" onClick={choose}>
        {t("player.otherDevice")}
      </button>
    </div>
  );
}
