import { useEffect, useRef } from "react";
import { enteredMark, type SkipMark } from "./skip-marks";

interface AutoSkip {
  /** Null while there is none. */
  video: HTMLVideoElement | null;
  /** What is played: another one is skipped in anew. */
  url: string;
  marks: readonly SkipMark[];
  isOn: boolean;
}

/** Skips marked parts by itself, each once: who goes back to one wants to see it, be it by jumping into it or by playing over its start again. */
export function useAutoSkip({ video, url, marks, isOn }: AutoSkip): void {
  const skipped = useRef(new Set<string>());
  useEffect(() => skipped.current.clear(), [url]);
  useEffect(() => {
    if (video === null || !isOn || marks.length === 0) return;
    let before: number | null = null;
    const look = () => {
      const mark = enteredMark(marks, before, video.currentTime);
      before = video.currentTime;
      if (mark === null || skipped.current.has(mark.kind)) return;
      skipped.current.add(mark.kind);
      video.currentTime = mark.end ?? video.duration;
    };
    video.addEventListener("timeupdate", look);
    return () => video.removeEventListener("timeupdate", look);
  }, [video, isOn, marks]);
}
