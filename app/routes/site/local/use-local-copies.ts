import { useEffect, useRef } from "react";
import { useFetcher, useLocation } from "react-router";
import { type LocalChoices, visitorChoices, writeLocalChoices } from "./local-copies";

interface Known {
  settings: LocalChoices;
  /** Whether the visitor's cookie is there, which has been written later than the copies. */
  isRemembered: boolean;
  isSignedIn: boolean;
}

/**
 * Keeps the copies of a person's choices in this browser. An account's and a cookie's values win and are copied; the copies of a visitor whose
 * cookie is gone are sent to the server again.
 */
export function useLocalCopies({
  settings: { accent, parentalControl, trackSearchHistory },
  isRemembered,
  isSignedIn,
}: Known): void {
  const { submit } = useFetcher();
  const { pathname, search } = useLocation();
  const tried = useRef(false);
  useEffect(() => {
    try {
      const shown = { accent, parentalControl, trackSearchHistory };
      const before =
        isSignedIn || isRemembered || tried.current ? null : visitorChoices(localStorage, shown);
      tried.current = true;
      if (before !== null) {
        void submit(
          { ...before, returnTo: pathname + search },
          { method: "post", action: "/visitor", preventScrollReset: true },
        );
        return;
      }
      writeLocalChoices(localStorage, shown, isSignedIn ? "account" : "visitor");
    } catch {
      // Storing is forbidden here; the server knows the choices all the same.
    }
  }, [
    accent,
    parentalControl,
    trackSearchHistory,
    isSignedIn,
    isRemembered,
    pathname,
    search,
    submit,
  ]);
}
