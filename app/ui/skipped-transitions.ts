/**
 * Keeps view transitions that the browser skips (after Back, a resize or in a hidden tab) out of
 * its console. React Router does not handle the rejection of their `ready` promise
 * (https://drafts.csswg.org/css-view-transitions-1/#dom-viewtransition-ready).
 */
export function ignoreSkippedTransitions(): void {
  window.addEventListener("unhandledrejection", (event) => {
    if (isSkippedTransition(event.reason)) event.preventDefault();
  });
}

function isSkippedTransition(reason: unknown): boolean {
  return reason instanceof DOMException && /\btransition\b/i.test(reason.message);
}
