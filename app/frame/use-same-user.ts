import { useEffect } from "react";

const KEY = "akari-user";

/**
 * Loads the page again once another tab shows another user, as after a switch of the profile, and
 * when the browser restores it after one.
 */
export function useSameUser(userId: string | null): void {
  useEffect(() => {
    if (userId === null) return undefined;
    const check = () => {
      if (localStorage.getItem(KEY) !== userId) location.reload();
    };
    const checkRestored = ({ persisted }: PageTransitionEvent) => persisted && check();
    try {
      localStorage.setItem(KEY, userId);
    } catch {
      // Storage is full or disabled.
      return undefined;
    }
    addEventListener("storage", check);
    addEventListener("pageshow", checkRestored);
    return () => {
      removeEventListener("storage", check);
      removeEventListener("pageshow", checkRestored);
    };
  }, [userId]);
}
