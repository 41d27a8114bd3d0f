import { useEffect, useRef, useState } from "react";
import type { PlayerSource } from "~/features/playback/player/engine/engine";
import {
  createPreviewFrames,
  type PreviewFrames,
} from "~/features/playback/player/engine/preview-frames";
import { clock } from "./clock";

interface SeekPreviewProps {
  source: PlayerSource;
  /** Where the pointer is, as a part of the film from 0 to 1; null for nowhere. */
  part: number | null;
  duration: number;
}

/** The time that the pointer would go to, and what is to be seen there. */
export function SeekPreview({ source: { url, isFile }, part, duration }: SeekPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frames = useRef<PreviewFrames | null>(null);
  const [hasPicture, setHasPicture] = useState(false);
  useEffect(() => {
    if (saves()) return;
    const made = createPreviewFrames({ url, isFile }, (frame) => {
      const surface = canvas.current;
      if (surface === null) return;
      surface.width = frame.width;
      surface.height = frame.height;
      surface.getContext("2d")?.drawImage(frame, 0, 0);
      delete surface.dataset["stale"];
      setHasPicture(true);
    });
    frames.current = made;
    return () => {
      made.destroy();
      frames.current = null;
      setHasPicture(false);
    };
  }, [url, isFile]);
  useEffect(() => {
    if (part === null || !(duration > 0) || frames.current === null) return;
    if (!frames.current.show(part * duration, duration) && canvas.current !== null)
      canvas.current.dataset["stale"] = "";
  }, [part, duration]);
  const isShown = part !== null && duration > 0;
  return (
    <div
      aria-hidden
      className="player-preview"
      hidden={!isShown}
      style={{
        left: `clamp(${hasPicture ? "6.2rem" : "2rem"}, ${(part ?? 0) * 100}%, calc(100% - ${hasPicture ? "6.2rem" : "2rem"}))`,
      }}
    >
      <canvas ref={canvas} hidden={!hasPicture} />
      <output>{clock((part ?? 0) * duration)}</output>
    </div>
  );
}

/** Whether the viewer has asked for little traffic. */
function saves(): boolean {
  return (
    "connection" in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
  );
}
