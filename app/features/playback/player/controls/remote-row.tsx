import { useEffect, useRef, useState } from "react";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import type { PlayerSource } from "~/features/playback/player/engine/player-source";
import { useI18n } from "~/i18n/i18n-context";
import { openRemote, watchRemotes } from "./remote-devices";

interface RemoteRowProps {
  engine: PlayerEngine;
  source: PlayerSource;
  /** A stream that devices without the session can load; null where there is none. */
  deviceUrl: string | null;
}

/** Chromecast and AirPlay, where the browser has found a device. */
export function RemoteRow({ engine, source, deviceUrl }: RemoteRowProps) {
  const { t } = useI18n();
  const [isAvailable, setIsAvailable] = useState(false);
  const stopRef = useRef<(() => void) | null>(null);
  useEffect(() => {
    const stop = watchRemotes(engine.video, deviceUrl, setIsAvailable);
    return () => {
      stop();
      setIsAvailable(false);
    };
  }, [engine, deviceUrl]);
  useEffect(() => () => stopRef.current?.(), [engine]);
  if (!isAvailable) return null;
  const choose = () => {
    stopRef.current?.();
    stopRef.current = openRemote(engine, { source, deviceUrl });
  };
  return (
    <div className="player-choice">
      <button type="button" className="player-menu-action" onClick={choose}>
        {t("player.otherDevice")}
      </button>
    </div>
  );
}
