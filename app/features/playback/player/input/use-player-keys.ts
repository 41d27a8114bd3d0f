import { useEffect, useRef } from "react";
import { actionOfKey, type PlayerAction } from "./keys";

/**
 * Handles shortcuts on the whole page, except in text fields and in controls that use the key.
 * Space presses a control that was reached by keys, and not one that was clicked.
 */
export function usePlayerKeys(onAction: (action: PlayerAction) => void): void {
  // Some browsers match `:focus-visible` on a clicked control at the next key.
  const isPointerUsed = useRef(false);
  useEffect(() => {
    const onPointer = () => (isPointerUsed.current = true);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Tab") isPointerUsed.current = false;
      if (
        event.defaultPrevented ||
        document.querySelector("dialog[open]") !== null ||
        belongsToTarget(event, isPointerUsed.current)
      )
        return;
      const action = actionOfKey(event);
      if (action === null) return;
      event.preventDefault();
      onAction(action);
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPointer, true);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPointer, true);
    };
  }, [onAction]);
}

const PRESSED_BY_SPACE =
  "button, a, summary, input[type=checkbox], input[type=radio], label, [role=button]";

function belongsToTarget({ target, key }: KeyboardEvent, isPointerUsed: boolean): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target.matches("textarea, select, input:not([type=range], [type=checkbox], [type=radio])")
  )
    return true;
  if (key === " " && target.matches(PRESSED_BY_SPACE)) return !isPointerUsed;
  return key.startsWith("Arrow") && target.matches(".player-volume, input[type=radio]");
}
