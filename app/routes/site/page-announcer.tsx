import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/**
 * Announces the new title and resets the focus, except on player pages, which may be in full
 * screen.
 */
export function PageAnnouncer() {
  const { pathname, key } = useLocation();
  const before = useRef(pathname);
  const [title, setTitle] = useState("");
  const restore = useRef<() => void>(undefined);
  useEffect(() => {
    // Needed once something has the focus.
    const load = (): void =>
      void import("./restored-focus").then(
        ({ restoreFocus }) => (restore.current = restoreFocus),
        () => undefined,
      );
    document.addEventListener("focusin", load, { once: true });
    return () => document.removeEventListener("focusin", load);
  }, []);
  useEffect(() => restore.current?.(), [key]);
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
