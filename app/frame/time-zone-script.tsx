import { useMatches } from "react-router";
import { timeZoneScript } from "~/pages/viewer/time-zone-script";
import { useNonce } from "./nonce";

/** Keeps the time zone of the browser for the next request. */
export function TimeZoneScript() {
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: useScript() }}
    />
  );
}

/** Hydration leaves what the server wrote, so that browsers need not load it twice. */
const useScript = import.meta.env.SSR ? usePageScript : () => "";

function usePageScript(): string {
  const reload = useMatches().some(({ loaderData }) => followsClock(loaderData));
  return timeZoneScript({ reload });
}

/** Whether the times are in the visitor's zone rather than the URL's. */
function followsClock(data: unknown): boolean {
  if (typeof data !== "object" || data === null || !("zone" in data)) return false;
  const { zone } = data;
  return typeof zone === "object" && zone !== null && "origin" in zone && zone.origin !== "url";
}
