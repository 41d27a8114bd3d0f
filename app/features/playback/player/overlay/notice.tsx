import { useCallback, useEffect, useRef, useState } from "react";

const NOTICE_MS = 900;

/** A short message that disappears after a moment, and the function that shows one. */
export function useNotice(): [string | null, (text: string) => void] {
  const [notice, setNotice] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const showNotice = useCallback((text: string) => {
    clearTimeout(timer.current);
    setNotice(text);
    timer.current = setTimeout(() => setNotice(null), NOTICE_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [notice, showNotice];
}

export function Notice({ notice }: { notice: string | null }) {
  return (
    <div role="status" className="player-notice">
      {notice === null ? null : <span>{notice}</span>}
    </div>
  );
}
