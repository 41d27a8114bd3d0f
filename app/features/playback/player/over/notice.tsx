import { useCallback, useEffect, useRef, useState } from "react";

const SHOWN_MS = 900;

/** What a key or a tap has just done, in a word or two, which goes by itself; and how to say it. */
export function useNotice(): [string | null, (text: string) => void] {
  const [notice, setNotice] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useCallback((text: string) => {
    clearTimeout(timer.current);
    setNotice(text);
    timer.current = setTimeout(() => setNotice(null), SHOWN_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [notice, say];
}

/** Shows it over the picture, and says it to those who do not see it. */
export function Notice({ notice }: { notice: string | null }) {
  return (
    <div role="status" className="player-notice">
      {notice === null ? null : <span>{notice}</span>}
    </div>
  );
}
