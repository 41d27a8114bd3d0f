import { useState } from "react";
import type { SkipMark } from "~/features/playback/player/behaviour/skip-marks";
import type { PlayerSource } from "~/features/playback/player/engine/engine";
import { useWords } from "~/language/words-context";
import { spokenTime } from "./clock";
import { SeekPreview } from "./seek-preview";

interface TimelineProps {
  source: PlayerSource;
  time: number;
  duration: number;
  buffered: number;
  marks: readonly SkipMark[];
  onSeek: (time: number) => void;
}

/** Where playing stands, as a native slider; the pointer shows the time that it would go to. A drag goes there when it ends, keys go at once. */
export function Timeline({ source, time, duration, buffered, marks, onSeek }: TimelineProps) {
  const words = useWords();
  const [pointed, setPointed] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const shown = dragged ?? time;
  const part = (seconds: number) =>
    duration > 0 ? `${Math.min(100, (seconds / duration) * 100)}%` : "0%";
  const point = (event: React.PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(Math.min(1, Math.max(0, (event.clientX - left) / width)));
  };
  const letGo = () => {
    setIsHeld(false);
    setPointed(null);
    if (dragged !== null) onSeek(dragged);
    setDragged(null);
  };
  return (
    <div
      className="player-timeline"
      onPointerMove={point}
      onPointerLeave={() => (isHeld ? undefined : setPointed(null))}
    >
      <span className="player-track" aria-hidden>
        <span style={{ width: part(buffered) }} className="player-buffered" />
        <span style={{ width: part(shown) }} className="player-played" />
        {marks.map((mark) => (
          <span
            key={mark.kind}
            style={{ left: part(mark.start), right: `calc(100% - ${part(mark.end ?? duration)})` }}
            className="player-mark"
          />
        ))}
      </span>
      <span className="player-thumb" aria-hidden style={{ left: part(shown) }} />
      <input
        type="range"
        min={0}
        max={duration || 0}
        step={0.1}
        value={Math.min(shown, duration || 0)}
        disabled={duration === 0}
        aria-label={words.t("player.position")}
        aria-valuetext={
          duration === 0
            ? undefined
            : words.t("player.positionOf", {
                position: spokenTime(words, shown),
                duration: spokenTime(words, duration),
              })
        }
        onPointerDown={() => setIsHeld(true)}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onChange={({ currentTarget: { value } }) =>
          isHeld ? setDragged(Number(value)) : onSeek(Number(value))
        }
      />
      <SeekPreview source={source} part={pointed} duration={duration} />
    </div>
  );
}
