import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useRestoredFocus } from "./use-restored-focus";

/**
 * Announces the new title and resets the focus, except on player pages, which may be in full
 * screen.
 */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [title, setTitle] = useState("");
  useRestoredFocus();
  useEffect(() => {
    const from = before.current;
    if (from === pathname) return;
    before.current = pathname;
    if (from.startsWith("/watch/") && pathname.startsWith("/watch/")) return;
    document.getElementById("content")?.focus({ preventScroll: true });
    // The title changes after this effect.
    const timer = setTimeout(() => setTitle(document.title));
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
