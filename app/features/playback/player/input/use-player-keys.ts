import { useEffect } from "react";
import { actionOfKey, type PlayerAction } from "./keys";

/** Handles shortcuts on the whole page, except in text fields and in controls that use the key. */
export function usePlayerKeys(onAction: (action: PlayerAction) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        document.querySelector("dialog[open]") !== null ||
        belongsToTarget(event)
      )
        return;
      const action = actionOfKey(event);
      if (action === null) return;
      event.preventDefault();
      onAction(action);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onAction]);
}

function belongsToTarget({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target.matches("textarea, select, input:not([type=range], [type=checkbox])")
  )
    return true;
  if (key === " " && target.matches("button, a, summary, input[type=checkbox], label")) return true;
  return key.startsWith("Arrow") && target.matches(".player-volume");
}
