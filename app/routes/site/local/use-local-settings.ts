import { useEffect, useRef } from "react";
import { useFetcher, useLocation } from "react-router";
import { type LocalSettings, changedVisitorSettings, writeLocalSettings } from "./local-settings";

interface LocalSettingsOptions {
  settings: LocalSettings;
  /** Whether the visitor's cookie exists, which is newer than the copies. */
  hasSettingsCookie: boolean;
  isSignedIn: boolean;
}

/**
 * Copies the settings of the account or cookie to local storage; if the cookie is gone, sends a
 * visitor's copies to the server.
 */
export function useLocalSettings({
  settings: { accent, parentalControl, trackSearchHistory },
  hasSettingsCookie,
  isSignedIn,
}: LocalSettingsOptions): void {
  const { submit } = useFetcher();
  const { pathname, search } = useLocation();
  const hasSubmitted = useRef(false);
  useEffect(() => {
    try {
      const shown = { accent, parentalControl, trackSearchHistory };
      const changes =
        isSignedIn || hasSettingsCookie || hasSubmitted.current
          ? null
          : changedVisitorSettings(localStorage, shown);
      hasSubmitted.current = true;
      if (changes !== null) {
        void submit(
          { ...changes, returnTo: pathname + search },
          { method: "post", action: "/visitor", preventScrollReset: true },
        );
        return;
      }
      writeLocalSettings(localStorage, shown, isSignedIn ? "account" : "visitor");
    } catch {
      // Storage may be disabled.
    }
  }, [
    accent,
    parentalControl,
    trackSearchHistory,
    isSignedIn,
    hasSettingsCookie,
    pathname,
    search,
    submit,
  ]);
}
