import { useContext, useEffect, useRef, useState } from "react";
import {
  UNSAFE_DataRouterStateContext as RouterState,
  useFetchers,
  useMatches,
  useNavigation,
  useRevalidator,
} from "react-router";
import type { LiveState } from "~/features/notifications/live/live-state";
import type { PageHandle } from "~/frame/page-handle";
import { followLive } from "./follow-live";

/** Many changes in a row load the page as often at most. */
const MIN_INTERVAL_MS = 2_000;

interface LiveUpdatesProps {
  /** What the page was loaded with. */
  shown: LiveState;
  /** Called with how many notifications are unread. */
  onTold: (told: { shown: LiveState; unread: number }) => void;
}

/**
 * Loads the page's data again when the user's list has changed elsewhere, and on a page of
 * notifications when their number has, once what is under way has ended.
 */
export function LiveUpdates({ shown, onTold }: LiveUpdatesProps): null {
  const { revalidate } = useRevalidator();
  const matches = useMatches();
  const isHeld = useHeldPage(matches);
  const showsNotices = hasHandle(matches, "showsNotices");
  const [latest, setLatest] = useState(shown);
  useEffect(() => followLive(setLatest), []);
  /** What was compared last, so that a page which still differs is not loaded without end. */
  const compared = useRef(latest);
  const lastAt = useRef(-Infinity);
  useEffect(() => {
    if (isHeld || compared.current === latest) return undefined;
    const isNew =
      latest.listVersion !== shown.listVersion || (showsNotices && latest.unread !== shown.unread);
    const compare = () => {
      compared.current = latest;
      onTold({ shown, unread: latest.unread });
      if (!isNew) return;
      lastAt.current = performance.now();
      void revalidate();
    };
    const waitMs = isNew ? lastAt.current + MIN_INTERVAL_MS - performance.now() : 0;
    if (waitMs <= 0) return compare();
    const timer = setTimeout(compare, waitMs);
    return () => clearTimeout(timer);
  }, [latest, shown, isHeld, showsNotices, revalidate, onTold]);
  return null;
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
