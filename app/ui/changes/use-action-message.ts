import { useEffect, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { onChangeResult } from "./change-results";
import type { ActionResult, PageChange } from "./page-change";
import { type ChangeFetcher, useServerFetcher } from "./server-fetcher";

/** The message of a redirect, of this request's form or of the latest result, until navigation. */
export function useActionMessage(
  flashMessage: PageChange | null,
  sent?: ActionResult,
): ActionResult | null {
  const { key, pathname } = useLocation();
  const [last, setLast] = useState({
    key,
    result: sent ?? (flashMessage === null ? null : { change: flashMessage, refused: null }),
  });
  useEffect(
    () =>
      onChangeResult((result, sentTo) => {
        if (sentTo === pathname && !isShownByForm(result)) setLast({ key, result });
      }),
    [key, pathname],
  );
  return last.key === key ? last.result : null;
}

/** Errors of fields stand beside them. */
function isShownByForm(result: ActionResult): boolean {
  return result.change === null && Object.keys(result.failure?.fields ?? {}).length > 0;
}

/** A form of the page's own action; `useActionMessage` has the message of its result. */
export const useChangeForm: () => ChangeFetcher<ActionResult> = import.meta.env.SSR
  ? useServerFetcher
  : useFetcher<ActionResult>;
