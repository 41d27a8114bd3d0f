import { href } from "react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  toAccountPreferences,
  mergePreferences,
  writePlayerPreferences,
  type PlayerPreferences,
} from "./player-preferences";

const PREFERENCES_URL = href("/api/user/sitePreferences");
const SEND_AFTER_MS = 800;

export type ChangePreferences = (changes: Partial<PlayerPreferences>) => void;

export function usePlayerPreferences(
  stored: unknown,
  isSignedIn: boolean,
): [PlayerPreferences, ChangePreferences] {
  const [preferences, setPreferences] = useState(() => mergePreferences(localStorage, stored));
  const unsent = useRef<Partial<PlayerPreferences>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = useCallback(() => {
    clearTimeout(timer.current);
    const changes = unsent.current;
    if (Object.keys(changes).length === 0) return;
    unsent.current = {};
    // A failed request is not repeated, since the browser has the preferences.
    fetch(PREFERENCES_URL, {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ player: changes }),
    }).catch(() => undefined);
  }, []);
  useEffect(() => send, [send]);
  const change = useCallback(
    (changes: Partial<PlayerPreferences>) => {
      setPreferences((current) => {
        const next = { ...current, ...changes };
        writePlayerPreferences(localStorage, next);
        return next;
      });
      const forAccount = isSignedIn ? toAccountPreferences(changes) : null;
      if (forAccount === null) return;
      unsent.current = { ...unsent.current, ...forAccount };
      clearTimeout(timer.current);
      timer.current = setTimeout(send, SEND_AFTER_MS);
    },
    [isSignedIn, send],
  );
  return [preferences, change];
}
