import { useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { isTyping, watchTyping } from "~/ui/forms/typing";

type RestoreFocus = (path: readonly EventTarget[]) => void;

/**
 * Announces the new title, and resets the scroll position and the focus, except on player pages,
 * which may be in full screen. The focus stays with users who are still typing.
 */
export function PageAnnouncer() {
  const { pathname, key, hash } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  const [title, setTitle] = useState("");
  const focusPath = useRef<readonly EventTarget[]>([]);
  const restoring = useRef<Promise<RestoreFocus | null>>(undefined);
  useEffect(watchTyping, []);
  useEffect(() => {
    // Keeps where the focused element was, which a navigation may remove.
    const keepPath = (event: FocusEvent): void => {
      focusPath.current = event.composedPath();
      // Needed once something has the focus.
      restoring.current ??= import("./later/restored-focus").then(
        ({ restoreFocus }) => restoreFocus,
        () => null,
      );
    };
    document.addEventListener("focusin", keepPath);
    return () => document.removeEventListener("focusin", keepPath);
  }, []);
  useEffect(() => {
    void restoring.current?.then((restoreFocus) => restoreFocus?.(focusPath.current));
  }, [key]);
  useEffect(() => {
    const from = before.current;
    if (from === pathname) return;
    before.current = pathname;
    if (from.startsWith("/watch/") && pathname.startsWith("/watch/")) return;
    // A form that keeps the place on its page keeps it for no other page.
    if (type !== NavigationType.Pop && hash === "") window.scrollTo(0, 0);
    if (!isTyping()) document.getElementById("content")?.focus({ preventScroll: true });
    // The title changes after this effect.
    const timer = setTimeout(() => setTitle(document.title));
    return () => clearTimeout(timer);
  }, [pathname, type, hash]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
