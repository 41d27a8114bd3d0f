import { Pause, Play, RotateCcw, RotateCw } from "lucide-react";
import type { PlayerAction } from "~/features/playback/player/input/keys";
import { useI18n } from "~/i18n/i18n-context";

interface TouchControlsProps {
  paused: boolean;
  waiting: boolean;
  act: (action: PlayerAction) => void;
}

const SECONDS = 10;

/** Large buttons over the picture, which come and go with the bar. */
export function TouchControls({ paused, waiting, act }: TouchControlsProps) {
  const { t } = useI18n();
  return (
    <div className="player-over player-touch">
      <button
        type="button"
        aria-label={t("player.back", { seconds: SECONDS })}
        onClick={() => act({ do: "seek-by", seconds: -SECONDS })}
      >
        <RotateCcw aria-hidden />
        <span aria-hidden>{SECONDS}</span>
      </button>
      <button
        type="button"
        className="player-start"
        // The sign that it loads stands in its place.
        data-waiting={waiting && !paused ? "" : undefined}
        aria-label={t(paused ? "player.play" : "player.pause")}
        onClick={() => act({ do: "toggle-play" })}
      >
        {paused ? (
          <Play aria-hidden className="ml-1 size-8 fill-current" />
        ) : (
          <Pause aria-hidden className="size-8 fill-current" />
        )}
      </button>
      <button
        type="button"
        aria-label={t("player.forward", { seconds: SECONDS })}
        onClick={() => act({ do: "seek-by", seconds: SECONDS })}
      >
        <RotateCw aria-hidden />
        <span aria-hidden>{SECONDS}</span>
      </button>
    </div>
  );
}
