import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/**
 * Tells those who do not see it that another page is there, as a browser does for a page that it loads itself: its title is read out, and the keyboard
 * goes on from its beginning. Pages of the player keep the focus, which may be in full screen.
 */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    const from = before.current;
    if (from === pathname) return;
    before.current = pathname;
    if (from.startsWith("/watch/") && pathname.startsWith("/watch/")) return;
    document.getElementById("content")?.focus({ preventScroll: true });
    // The title changes with the page, a moment after this.
    const timer = setTimeout(() => setTitle(document.title));
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
