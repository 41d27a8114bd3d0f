import { useEffect, useRef } from "react";
import { enteredMark, type SkipMark } from "./skip-marks";

interface AutoSkipOptions {
  video: HTMLVideoElement | null;
  /** A change of URL resets what was skipped. */
  url: string;
  marks: readonly SkipMark[];
  enabled: boolean;
}

/** Skips each mark once, so that it can be watched by going back. */
export function useAutoSkip({ video, url, marks, enabled }: AutoSkipOptions): void {
  const skipped = useRef(new Set<string>());
  useEffect(() => skipped.current.clear(), [url]);
  useEffect(() => {
    if (video === null || !enabled || marks.length === 0) return;
    let previousTime: number | null = null;
    const onTimeUpdate = () => {
      const mark = enteredMark(marks, previousTime, video.currentTime);
      previousTime = video.currentTime;
      if (mark === null || skipped.current.has(mark.kind)) return;
      skipped.current.add(mark.kind);
      video.currentTime = mark.end ?? video.duration;
    };
    video.addEventListener("timeupdate", onTimeUpdate);
    return () => video.removeEventListener("timeupdate", onTimeUpdate);
  }, [video, enabled, marks]);
}
