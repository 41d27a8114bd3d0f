import { useEffect, useState, type ComponentProps } from "react";
import type { LiveState } from "~/features/notifications/live/live-state";
import { BellLink } from "~/features/notifications/view/bell-link";
import type { LiveUpdates } from "./later/live-updates";

interface LiveBellProps extends Omit<ComponentProps<typeof BellLink>, "unread"> {
  /** The user whose changes elsewhere the page follows; null follows nothing. */
  userId: string | null;
  /** What the page was loaded with. */
  shown: LiveState;
}

/** The bell, whose number and page follow what changes elsewhere once the page has loaded. */
export function LiveBell({ userId, shown, ...link }: LiveBellProps) {
  const [told, setTold] = useState({ shown, unread: shown.unread });
  const later = useLater(userId !== null);
  return (
    <>
      <BellLink {...link} unread={(told.shown === shown ? told : shown).unread} />
      {later === null || userId === null ? null : (
        <later.LiveUpdates key={userId} shown={shown} onTold={setTold} />
      )}
    </>
  );
}

/** Loads the code after the page's own requests. */
function useLater(isWanted: boolean) {
  const [later, setLater] = useState<{ LiveUpdates: typeof LiveUpdates } | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    const load = () => void import("./later/live-updates").then(setLater, () => undefined);
    if (document.readyState === "complete") load();
    else window.addEventListener("load", load, { once: true });
    return () => window.removeEventListener("load", load);
  }, [isWanted]);
  return later;
}
