import { useCallback, useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { ActionResult, PageChange } from "./page-change";

export type ShowResult = (answer: ActionResult) => void;

/**
 * The flash message of a redirect, the failure of this request's form, or the latest result on this
 * page. Cleared by navigation.
 */
export function useActionMessage(
  note: PageChange | null,
  sent?: ActionResult,
): { answer: ActionResult | null; tell: ShowResult } {
  const { key } = useLocation();
  const [last, setLast] = useState({
    key,
    answer: sent ?? (note === null ? null : { change: note, refused: null }),
  });
  const tell = useCallback<ShowResult>((answer) => setLast({ key, answer }), [key]);
  return { answer: last.key === key ? last.answer : null, tell };
}

export function useChangeForm(tell: ShowResult) {
  const fetcher = useFetcher<ActionResult>();
  const told = useRef<ActionResult | undefined>(undefined);
  const { data } = fetcher;
  useEffect(() => {
    if (data === undefined || data === told.current) return;
    told.current = data;
    tell(data);
  }, [data, tell]);
  return fetcher;
}
