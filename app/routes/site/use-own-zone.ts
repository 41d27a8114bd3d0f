import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import type { PageZone } from "~/features/catalog/view/schedule/schedule-page.server";
import { zoneCookie } from "~/http/pages/zone-cookie";

/** Tells the server the zone of the reader's own clock, once, unless the address asks for another; from then on pages come in it. */
export function useOwnZone({ name, origin }: PageZone): void {
  const { revalidate } = useRevalidator();
  const told = useRef(false);
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (told.current || origin === "asked" || own === name) return;
    told.current = true;
    document.cookie = zoneCookie(own);
    void revalidate();
  }, [name, origin, revalidate]);
}
