import { useState } from "react";
import type { Chapter } from "~/features/playback/player/hooks/use-source";
import type { SkipMark } from "~/features/playback/player/hooks/skip-marks";
import type { PlayerSource } from "~/features/playback/player/engine/player-source";
import type { Thumbnails } from "~/features/playback/player/engine/sheet-frames";
import { useI18n } from "~/i18n/i18n-context";
import { formatSpokenTime } from "./format-time";
import { SeekPreview } from "./seek-preview";

interface TimelineProps {
  source: PlayerSource;
  thumbnails: Thumbnails | null;
  time: number;
  duration: number;
  buffered: number;
  marks: readonly SkipMark[];
  chapters: readonly Chapter[];
  onSeek: (time: number) => void;
}

/** A drag seeks when it ends, keys seek at once. */
export function Timeline({
  source,
  thumbnails,
  time,
  duration,
  buffered,
  marks,
  chapters,
  onSeek,
}: TimelineProps) {
  const i18n = useI18n();
  const [hovered, setHovered] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [isDragging, setIsDragging] = useState(false);
  const shown = dragged ?? time;
  const toPercent = (seconds: number) =>
    duration > 0 ? `${Math.min(100, (seconds / duration) * 100)}%` : "0%";
  const hover = (event: React.PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setHovered(Math.min(1, Math.max(0, (event.clientX - left) / width)));
  };
  const endDrag = () => {
    setIsDragging(false);
    setHovered(null);
    if (dragged !== null) onSeek(dragged);
    setDragged(null);
  };
  return (
    <div
      className="player-timeline"
      onPointerMove={hover}
      onPointerLeave={() => (isDragging ? undefined : setHovered(null))}
    >
      <span className="player-track" aria-hidden>
        <span style={{ width: toPercent(buffered) }} className="player-buffered" />
        {marks.map((mark) => (
          <span
            key={mark.kind}
            style={{
              left: toPercent(mark.start),
              right: `calc(100% - ${toPercent(mark.end ?? duration)})`,
            }}
            className="player-mark"
          />
        ))}
        <span style={{ width: toPercent(shown) }} className="player-played" />
        {chapters
          .filter(({ start }) => start > 0 && start < duration)
          .map(({ start }) => (
            <span key={start} style={{ left: toPercent(start) }} className="player-chapter" />
          ))}
      </span>
      <span className="player-thumb" aria-hidden style={{ left: toPercent(shown) }} />
      <input
        type="range"
        min={0}
        max={duration || 0}
        step={0.1}
        value={Math.min(shown, duration || 0)}
        disabled={duration === 0}
        aria-label={i18n.t("player.position")}
        aria-valuetext={
          duration === 0
            ? undefined
            : [
                i18n.t("player.positionOf", {
                  position: formatSpokenTime(i18n, shown),
                  duration: formatSpokenTime(i18n, duration),
                }),
                chapterAt(chapters, shown),
              ]
                .filter((part) => part !== null)
                .join(", ")
        }
        onPointerDown={() => setIsDragging(true)}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        onChange={({ currentTarget: { value } }) =>
          isDragging ? setDragged(Number(value)) : onSeek(Number(value))
        }
      />
      <SeekPreview
        source={source}
        thumbnails={thumbnails}
        fraction={hovered}
        duration={duration}
        chapter={chapterAt(chapters, (hovered ?? 0) * duration)}
      />
    </div>
  );
}

function chapterAt(chapters: readonly Chapter[], time: number): string | null {
  return chapters.findLast(({ start }) => start <= time)?.title ?? null;
}
