import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { LOCAL_PROGRESS_KEY } from "./local-progress-key";

/**
 * Brings what this browser has kept to the account, on whatever page a person comes to: a visitor's progress after signing in, and what did not
 * arrive because the connection was away. Loads nothing where nothing is kept.
 */
export function CarryProgress({ owner }: { owner: string | null }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (owner === null || !isAnythingKept()) return;
    void import("./send-progress")
      .then(({ flushProgress }) => flushProgress(owner))
      .then((answer) => (answer === null ? undefined : revalidate()));
  }, [owner, revalidate]);
  return null;
}

function isAnythingKept(): boolean {
  try {
    return (localStorage.getItem(LOCAL_PROGRESS_KEY) ?? "[]") !== "[]";
  } catch {
    return false;
  }
}
