import { useMatches } from "react-router";
import { timeZoneScript } from "~/pages/viewer/time-zone-script";
import { FAILED_IMAGES_SCRIPT } from "./failed-images-script";
import type { FrameData } from "./frame-data";
import { useNonce } from "./nonce";
import { restScript, sameUserScript } from "./same-user-script";

type Viewer = Pick<FrameData, "user" | "isLocked">;

/** The user of a locked session's page, which is no profile yet. */
const LOCKED = "locked";

/** What runs before the page's own scripts have loaded. */
export function HeadScript(viewer: Viewer) {
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: useScript(viewer) }}
    />
  );
}

/** Hydration leaves what the server wrote, so that browsers need not load it twice. */
const useScript: (viewer: Viewer) => string = import.meta.env.SSR ? usePageScript : () => "";

function usePageScript({ user, isLocked }: Viewer): string {
  const reload = useMatches().some(({ loaderData }) => followsClock(loaderData));
  return [
    timeZoneScript({ reload }),
    FAILED_IMAGES_SCRIPT,
    ...(user?.asksProfile === true ? [restScript()] : []),
    ...(user !== null || isLocked ? [sameUserScript(user?.id ?? LOCKED)] : []),
  ].join(";");
}

/** Whether the times are in the visitor's zone rather than the URL's. */
function followsClock(data: unknown): boolean {
  if (typeof data !== "object" || data === null || !("zone" in data)) return false;
  const { zone } = data;
  return typeof zone === "object" && zone !== null && "origin" in zone && zone.origin !== "url";
}
