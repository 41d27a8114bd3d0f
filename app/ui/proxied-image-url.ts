import { href } from "react-router";
import { withQuery } from "~/ui/with-query";

/**
 * A path of the site is returned as it is; other images go through the proxy, at most `width`
 * pixels wide.
 */
export function proxiedImageUrl(address: string, width: number): string {
  return address.startsWith("/")
    ? address
    : withQuery(href("/api/proxy"), { url: address, w: String(width), q: "75" });
}
