import { useCallback, useEffect, useRef, useState } from "react";

/** What a key or a tap has just done, in a word or two, and where a finger did it. */
export interface PlayerNotice {
  text: string;
  side: "left" | "middle" | "right";
}

const SHOWN_MS = 900;

/** A notice that goes by itself, and how to give one. */
export function useNotice(): [PlayerNotice | null, (text: string, side?: PlayerNotice["side"]) => void] {
  const [notice, setNotice] = useState<PlayerNotice | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const give = useCallback((text: string, side: PlayerNotice["side"] = "middle") => {
    clearTimeout(timer.current);
    setNotice({ text, side });
    timer.current = setTimeout(() => setNotice(null), SHOWN_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [notice, give];
}

/** Shows it over the picture, and says it to those who do not see it. */
export function Notice({ notice }: { notice: PlayerNotice | null }) {
  return (
    <div role="status" className="player-notice" data-side={notice?.side}>
      {notice === null ? null : <span>{notice.text}</span>}
    </div>
  );
}
