import { useCallback, useEffect, useRef, useState } from "react";

const NOTICE_MS = 900;
const LONG_NOTICE_MS = 8_000;

export type ShowNotice = (text: string, options?: { isLong?: boolean }) => void;

export function useNotice(): [string | null, ShowNotice] {
  const [notice, setNotice] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const showNotice = useCallback<ShowNotice>((text, { isLong = false } = {}) => {
    clearTimeout(timer.current);
    setNotice(text);
    timer.current = setTimeout(() => setNotice(null), isLong ? LONG_NOTICE_MS : NOTICE_MS);
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
