const FOCUSABLE = "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled";

/**
 * Focuses the nearest control that is left when a navigation removed the focused one, as a filter's
 * chip. `path` is the control and what was around it.
 */
export function restoreFocus(path: readonly EventTarget[]): void {
  const [focused, ...ancestors] = path.filter((target) => target instanceof Element);
  if (focused === undefined || focused.isConnected || document.activeElement !== document.body)
    return;
  const left = ancestors.find(({ isConnected }) => isConnected);
  const next = [...(left?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find((element) =>
    element.checkVisibility(),
  );
  (next ?? document.getElementById("content"))?.focus({ preventScroll: true });
}
