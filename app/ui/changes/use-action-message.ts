import { useCallback, useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { ActionResult, PageChange } from "./page-change";
import { type ChangeFetcher, useServerFetcher } from "./server-fetcher";

export type ShowResult = (result: ActionResult) => void;

/** Of a redirect, this request's form or the latest result. Navigation clears it. */
export function useActionMessage(
  note: PageChange | null,
  sent?: ActionResult,
): { result: ActionResult | null; showResult: ShowResult } {
  const { key } = useLocation();
  const [last, setLast] = useState({
    key,
    result: sent ?? (note === null ? null : { change: note, refused: null }),
  });
  const showResult = useCallback<ShowResult>((result) => setLast({ key, result }), [key]);
  return { result: last.key === key ? last.result : null, showResult };
}

function useBrowserChangeForm(showResult: ShowResult): ChangeFetcher<ActionResult> {
  const fetcher = useFetcher<ActionResult>();
  const shown = useRef<ActionResult | undefined>(undefined);
  const { data } = fetcher;
  useEffect(() => {
    if (data === undefined || data === shown.current) return;
    shown.current = data;
    showResult(data);
  }, [data, showResult]);
  return fetcher;
}

export const useChangeForm: typeof useBrowserChangeForm = import.meta.env.SSR
  ? useServerFetcher
  : useBrowserChangeForm;
