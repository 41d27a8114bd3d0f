import { useState } from "react";
import { clock, spokenTime } from "./clock";
import type { SkipMark } from "./skip-marks";

interface TimelineProps {
  time: number;
  duration: number;
  buffered: number;
  marks: readonly SkipMark[];
  onSeek: (time: number) => void;
}

/** Where playing stands, as a native slider; the pointer shows the time that it would go to. */
export function Timeline({ time, duration, buffered, marks, onSeek }: TimelineProps) {
  const [preview, setPreview] = useState<number | null>(null);
  const part = (seconds: number) => (duration > 0 ? `${Math.min(100, (seconds / duration) * 100)}%` : "0%");
  const point = (event: React.PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPreview(Math.min(1, Math.max(0, (event.clientX - left) / width)));
  };
  return (
    <div className="player-timeline" onPointerMove={point} onPointerLeave={() => setPreview(null)}>
      <span className="player-track" aria-hidden>
        <span style={{ width: part(buffered) }} className="player-buffered" />
        <span style={{ width: part(time) }} className="player-played" />
        {marks.map((mark) => (
          <span key={mark.kind} style={{ left: part(mark.start), right: `calc(100% - ${part(mark.end ?? duration)})` }} className="player-mark" />
        ))}
      </span>
      <input
        type="range"
        min={0}
        max={duration || 0}
        step={0.1}
        value={Math.min(time, duration || 0)}
        disabled={duration === 0}
        aria-label="Position"
        aria-valuetext={`${spokenTime(time)} of ${spokenTime(duration)}`}
        onChange={(event) => onSeek(Number(event.currentTarget.value))}
      />
      {preview === null || duration === 0 ? null : (
        <output aria-hidden className="player-preview" style={{ left: `${preview * 100}%` }}>
          {clock(preview * duration)}
        </output>
      )}
    </div>
  );
}
