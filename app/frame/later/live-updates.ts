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
  useEffect(() => {
    if (isHeld || compared.current === latest) return;
    compared.current = latest;
    onTold({ shown, unread: latest.unread });
    if (
      latest.listVersion !== shown.listVersion ||
      (showsNotices && latest.unread !== shown.unread)
    )
      void revalidate();
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
