import { useEffect, useRef } from "react";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import { enteredMark, type SkipMark } from "./skip-marks";

interface AutoSkipOptions {
  engine: PlayerEngine | null;
  url: string;
  marks: readonly SkipMark[];
  enabled: boolean;
}

/** Skips each mark once, so that going back plays it. */
export function useAutoSkip({ engine, url, marks, enabled }: AutoSkipOptions): void {
  const skipped = useRef(new Set<string>());
  useEffect(() => skipped.current.clear(), [url]);
  useEffect(() => {
    if (engine === null || !enabled || marks.length === 0) return;
    const { video } = engine;
    let previousTime: number | null = null;
    const onTimeUpdate = () => {
      if (!engine.snapshot().settled) return;
      const mark = enteredMark(marks, previousTime, video.currentTime);
      previousTime = video.currentTime;
      if (mark === null || skipped.current.has(mark.kind)) return;
      skipped.current.add(mark.kind);
      engine.seek(mark.end ?? video.duration);
    };
    video.addEventListener("timeupdate", onTimeUpdate);
    return () => video.removeEventListener("timeupdate", onTimeUpdate);
  }, [engine, enabled, marks]);
}
