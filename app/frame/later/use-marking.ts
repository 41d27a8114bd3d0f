import { useEffect, useState } from "react";
import { href, useFetcher, useLocation } from "react-router";
import type { ActionResult } from "~/ui/changes/page-change";

/** My list, whose action makes the changes. */
const ACTION = href("/list");

/**
 * Marks episodes on whatever page. My list shows the result of its own action, so `result` is null
 * there; elsewhere it stays until navigation.
 */
export function useMarking(onMarked: () => void) {
  const { key, pathname } = useLocation();
  const { submit, state, data } = useFetcher<ActionResult>();
  const [last, setLast] = useState<{ key: string; data: ActionResult } | null>(null);
  if (data !== undefined && last?.data !== data) setLast({ key, data });
  useEffect(() => {
    if (data !== undefined) onMarked();
  }, [data, onMarked]);
  return {
    action: ACTION,
    result: last?.key === key && pathname !== ACTION ? last.data : null,
    /** Pressing twice counts once. */
    mark(animeId: number, episode: number): void {
      if (state !== "idle") return;
      void submit({ intent: "mark", animeId, episode }, { method: "post", action: ACTION });
    },
  };
}
