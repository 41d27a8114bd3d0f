import { useMatches } from "react-router";
import { zoneScript } from "~/http/pages/settings/zone-cookie";
import { useNonce } from "~/http/response/nonce";

/** Tells the server the zone of the reader's own clock before the page is seen; pages that show times come in it from the first one on. */
export function OwnZone() {
  const reload = useMatches().some(({ loaderData }) => followsClock(loaderData));
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: zoneScript({ reload }) }}
    />
  );
}

/** Whether a route's data hold times in the zone of the reader, and not in one that the address asks for. */
function followsClock(data: unknown): boolean {
  if (typeof data !== "object" || data === null || !("zone" in data)) return false;
  const { zone } = data;
  return typeof zone === "object" && zone !== null && "origin" in zone && zone.origin !== "asked";
}
