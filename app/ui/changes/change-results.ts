import type { ActionResult } from "./page-change";

type Listener = (result: ActionResult, pathname: string) => void;

const listeners = new Set<Listener>();

/**
 * Tells the page of a change's result. The row whose form was sent may leave the page in the commit
 * that brings the result, so that no effect of the row sees it.
 */
export function announceResult(result: ActionResult, pathname: string): void {
  for (const listener of [...listeners]) listener(result, pathname);
}

/** Calls the listener with each result, and the path that its form was sent to. */
export function onChangeResult(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
