import type { SyntheticEvent } from "react";
import { useNavigation } from "react-router";

/** For a form's `onSubmit`: a second click sends nothing while the first is under way. */
export function useSubmitOnce(): (event: SyntheticEvent) => void {
  const isIdle = useNavigation().state === "idle";
  return (event) => {
    if (!isIdle) event.preventDefault();
  };
}
