import { useEffect, useRef, useState } from "react";
import type { PlayerSource } from "~/features/playback/player/engine/player-source";
import {
  createPreviewFrames,
  type PreviewFrames,
} from "~/features/playback/player/engine/preview-frames";
import { createSheetFrames, type Thumbnails } from "~/features/playback/player/engine/sheet-frames";
import { formatTime } from "./format-time";

interface SeekPreviewProps {
  source: PlayerSource;
  /** The thumbnails over the seek bar; null until the site has made them. */
  thumbnails: Thumbnails | null;
  fraction: number | null;
  duration: number;
  chapter: string | null;
}

export function SeekPreview({
  source: { url, isFile },
  thumbnails,
  fraction,
  duration,
  chapter,
}: SeekPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frames = useRef<PreviewFrames | null>(null);
  const [hasFrame, setHasFrame] = useState(false);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const usesThumbnails = thumbnails !== null && failedUrl !== url;
  useEffect(() => {
    if (savesData()) return;
    const onFrame = (frame: ImageBitmap) => {
      const surface = canvas.current;
      if (surface === null) return;
      surface.width = frame.width;
      surface.height = frame.height;
      surface.getContext("2d")?.drawImage(frame, 0, 0);
      delete surface.dataset["stale"];
      setHasFrame(true);
    };
    const preview = usesThumbnails
      ? createSheetFrames(thumbnails, { onFrame, onFailure: () => setFailedUrl(url) })
      : createPreviewFrames({ url, isFile }, onFrame);
    frames.current = preview;
    return () => {
      preview.destroy();
      frames.current = null;
      setHasFrame(false);
    };
  }, [url, isFile, usesThumbnails, thumbnails]);
  useEffect(() => {
    if (fraction === null || !(duration > 0) || frames.current === null) return;
    if (!frames.current.show(fraction * duration, duration) && canvas.current !== null)
      canvas.current.dataset["stale"] = "";
    // Draws again when the frames come from elsewhere while the pointer rests.
  }, [fraction, duration, url, isFile, usesThumbnails, thumbnails]);
  const isShown = fraction !== null && duration > 0;
  return (
    <div
      aria-hidden
      className="player-preview"
      hidden={!isShown}
      style={{
        left: `clamp(${hasFrame ? "6.2rem" : "2rem"}, ${(fraction ?? 0) * 100}%, calc(100% - ${hasFrame ? "6.2rem" : "2rem"}))`,
      }}
    >
      <canvas ref={canvas} hidden={!hasFrame} />
      {chapter === null ? null : <span className="player-preview-chapter">{chapter}</span>}
      <output>{formatTime((fraction ?? 0) * duration)}</output>
    </div>
  );
}

function savesData(): boolean {
  return (
    "connection" in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
  );
}
