import type { SyntheticEvent } from "react";
import { useNavigation } from "react-router";

/**
 * Returns a form's `onSubmit` that ignores a second click while the first submission is pending.
 */
export function useSubmitOnce(): (event: SyntheticEvent) => void {
  const isIdle = useNavigation().state === "idle";
  return (event) => {
    if (!isIdle) event.preventDefault();
  };
}
