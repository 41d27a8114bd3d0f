const FOCUSABLE = "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled";

/** The focused element and its ancestors. */
let path: readonly Element[] = pathTo(document.activeElement);

document.addEventListener("focusin", ({ target }) => {
  path = pathTo(target as Element);
});

function pathTo(element: Element | null): Element[] {
  const elements: Element[] = [];
  for (let at = element; at !== null; at = at.parentElement) elements.push(at);
  return elements;
}

/**
 * When a navigation removed the focused control of a page, as a filter's chip, focuses the nearest
 * one that is left.
 */
export function restoreFocus(): void {
  const [focused, ...ancestors] = path;
  if (focused === undefined || focused.isConnected || document.activeElement !== document.body)
    return;
  const left = ancestors.find(({ isConnected }) => isConnected);
  const next = [...(left?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find((element) =>
    element.checkVisibility(),
  );
  (next ?? document.getElementById("content"))?.focus({ preventScroll: true });
}
