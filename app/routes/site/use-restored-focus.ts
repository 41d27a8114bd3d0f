import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

const FOCUSABLE = "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled";

/**
 * When a navigation removes the focused control of a page, as a filter's chip, focuses the nearest
 * one that is left.
 */
export function useRestoredFocus(): void {
  const { key } = useLocation();
  const path = useRef<readonly Element[]>([]);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const elements: Element[] = [];
      for (let at = target as Element | null; at !== null; at = at.parentElement) elements.push(at);
      path.current = elements;
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
  useEffect(() => {
    const [focused, ...ancestors] = path.current;
    if (focused === undefined || focused.isConnected || document.activeElement !== document.body)
      return;
    const left = ancestors.find(({ isConnected }) => isConnected);
    const next = [...(left?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find((element) =>
      element.checkVisibility(),
    );
    (next ?? document.getElementById("content"))?.focus({ preventScroll: true });
  }, [key]);
}
