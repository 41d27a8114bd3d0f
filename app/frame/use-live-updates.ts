import { useContext, useEffect, useRef, useState } from "react";
import {
  UNSAFE_DataRouterStateContext as RouterState,
  useFetchers,
  useMatches,
  useNavigation,
  useRevalidator,
} from "react-router";
import type { LiveState } from "~/features/notifications/live/live-state";
import type { PageHandle } from "./page-handle";

/** Many changes in a row load the page as often at most. */
const MIN_INTERVAL_MS = 2_000;

/**
 * Loads the page's data again when the user's list or notifications have changed elsewhere, once
 * what is under way has ended. `shown` is what the page was loaded with; null follows nothing. Its
 * code is loaded after the page.
 */
export function useLiveUpdates(userId: string | null, shown: LiveState | null): void {
  const { revalidate } = useRevalidator();
  const isHeld = useHeldPage();
  const latest = useLatest(shown === null ? null : userId);
  /** What was compared last, so that a page which still differs is not loaded without end. */
  const compared = useRef<LiveState | null>(null);
  const lastAt = useRef(-Infinity);
  useEffect(() => {
    if (latest === null || shown === null || isHeld || compared.current === latest)
      return undefined;
    const isSame = latest.listVersion === shown.listVersion && latest.unread === shown.unread;
    const load = () => {
      compared.current = latest;
      if (isSame) return;
      lastAt.current = performance.now();
      void revalidate();
    };
    const waitMs = isSame ? 0 : lastAt.current + MIN_INTERVAL_MS - performance.now();
    if (waitMs <= 0) return load();
    const timer = setTimeout(load, waitMs);
    return () => clearTimeout(timer);
  }, [latest, shown, isHeld, revalidate]);
}

/** Whether the page is to stay: it loads or sends something, or shows what an action returned. */
function useHeldPage(): boolean {
  const revalidator = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const matches = useMatches();
  // Loading again drops what actions returned, such as a secret that is shown once, and no hook
  // tells of that outside of its route.
  const actionData = useContext(RouterState)?.actionData;
  return (
    Object.values(actionData ?? {}).length > 0 ||
    [revalidator, navigation, ...fetchers].some(({ state }) => state !== "idle") ||
    matches.some(({ handle }) => (handle as PageHandle | undefined)?.staysAsLoaded === true)
  );
}

/** The user's state as it was told last; null before, and without a user. */
function useLatest(userId: string | null): LiveState | null {
  const [latest, setLatest] = useState<LiveState | null>(null);
  useEffect(() => {
    if (userId === null) return undefined;
    let stop: (() => void) | null = null;
    let isOver = false;
    const start = async () => {
      const { followLive } = await import("./later/follow-live");
      if (!isOver) stop = followLive(setLatest);
    };
    const begin = () => void start().catch(() => undefined);
    // The page's own requests come first.
    if (document.readyState === "complete") begin();
    else window.addEventListener("load", begin, { once: true });
    return () => {
      isOver = true;
      window.removeEventListener("load", begin);
      stop?.();
      setLatest(null);
    };
  }, [userId]);
  return latest;
}
