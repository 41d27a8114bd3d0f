import { useEffect, useRef } from "react";
import { useFetcher, useLocation, href } from "react-router";
import { type LocalSettings, changedVisitorSettings, writeLocalSettings } from "./local-settings";

interface LocalSettingsOptions {
  settings: LocalSettings;
  /** The cookie is newer than local storage. */
  hasSettingsCookie: boolean;
  isSignedIn: boolean;
}

/** Mirrors the settings in local storage, and restores a visitor's lost cookie from there. */
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
          { method: "post", action: href("/visitor"), preventScrollReset: true },
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
