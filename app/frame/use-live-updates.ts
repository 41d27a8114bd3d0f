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
 * Returns how many notifications are unread now. Loads the page's data again when the user's list
 * has changed elsewhere, and on a page of notifications when their number has, once what is under
 * way has ended. `shown` is what the page was loaded with; null follows nothing.
 */
export function useLiveUpdates(userId: string | null, shown: LiveState | null): number {
  const { revalidate } = useRevalidator();
  const matches = useMatches();
  const isHeld = useHeldPage(matches);
  const showsNotices = hasHandle(matches, "showsNotices");
  const latest = useLatest(shown === null ? null : userId);
  /** What was compared last, so that a page which still differs is not loaded without end. */
  const compared = useRef<LiveState | null>(null);
  const lastAt = useRef(-Infinity);
  const [bell, setBell] = useState({ shown, unread: 0 });
  useEffect(() => {
    if (latest === null || shown === null || isHeld || compared.current === latest)
      return undefined;
    const isNew =
      latest.listVersion !== shown.listVersion || (showsNotices && latest.unread !== shown.unread);
    const compare = () => {
      compared.current = latest;
      setBell({ shown, unread: latest.unread });
      if (!isNew) return;
      lastAt.current = performance.now();
      void revalidate();
    };
    const waitMs = isNew ? lastAt.current + MIN_INTERVAL_MS - performance.now() : 0;
    if (waitMs <= 0) return compare();
    const timer = setTimeout(compare, waitMs);
    return () => clearTimeout(timer);
  }, [latest, shown, isHeld, showsNotices, revalidate]);
  return (bell.shown === shown ? bell : shown)?.unread ?? 0;
}

type Matches = ReturnType<typeof useMatches>;

function hasHandle(matches: Matches, property: "showsNotices" | "staysAsLoaded"): boolean {
  return matches.some(({ handle }) => (handle as PageHandle | undefined)?.[property] === true);
}

/** Whether the page is to stay: it loads or sends something, or shows what was sent. */
function useHeldPage(matches: Matches): boolean {
  const revalidator = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  // Loading again drops what actions returned, such as a secret that is shown once, and no hook
  // tells of that outside of its route.
  const actionData = useContext(RouterState)?.actionData;
  return (
    Object.values(actionData ?? {}).length > 0 ||
    [revalidator, navigation, ...fetchers].some(({ state }) => state !== "idle") ||
    hasHandle(matches, "staysAsLoaded")
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
