import { useCallback, useEffect, useRef, useState } from "react";
import {
  accountPart,
  preferencesFor,
  writePlayerPreferences,
  type PlayerPreferences,
} from "./player-preferences";

const ADDRESS = "/api/user/sitePreferences";
/** Choices made in one go are sent in one go. */
const SEND_AFTER_MS = 800;

export type ChangePreferences = (part: Partial<PlayerPreferences>) => void;

/** The preferences to play by, and how to change them: kept in this browser, and in the account of a person who is signed in. */
export function usePlayerPreferences(
  stored: unknown,
  isSignedIn: boolean,
): [PlayerPreferences, ChangePreferences] {
  const [preferences, setPreferences] = useState(() => preferencesFor(localStorage, stored));
  const unsent = useRef<Partial<PlayerPreferences>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = useCallback(() => {
    clearTimeout(timer.current);
    const part = unsent.current;
    if (Object.keys(part).length === 0) return;
    unsent.current = {};
    // This browser has it in any case; the account hears of it with the next change when this one is lost.
    fetch(ADDRESS, {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ player: part }),
    }).catch(() => undefined);
  }, []);
  useEffect(() => send, [send]);
  const change = useCallback(
    (part: Partial<PlayerPreferences>) => {
      setPreferences((before) => {
        const after = { ...before, ...part };
        writePlayerPreferences(localStorage, after);
        return after;
      });
      const forAccount = isSignedIn ? accountPart(part) : null;
      if (forAccount === null) return;
      unsent.current = { ...unsent.current, ...forAccount };
      clearTimeout(timer.current);
      timer.current = setTimeout(send, SEND_AFTER_MS);
    },
    [isSignedIn, send],
  );
  return [preferences, change];
}
