import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { LOCAL_PROGRESS_KEY } from "./local-progress-key";

/**
 * Sends stored progress on every page: a visitor's after signing in, and what failed to send. Loads
 * its code on demand.
 */
export function SyncProgress({ owner }: { owner: string | null }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (owner === null || !hasLocalProgress()) return;
    void import("./send-progress")
      .then(({ flushProgress }) => flushProgress(owner))
      .then((response) => (response === null ? undefined : revalidate()));
  }, [owner, revalidate]);
  return null;
}

function hasLocalProgress(): boolean {
  try {
    return (localStorage.getItem(LOCAL_PROGRESS_KEY) ?? "[]") !== "[]";
  } catch {
    return false;
  }
}
