import { parseUrl } from "~/parsing/parse-url";

/** The site as authenticators know it (WebAuthn Level 3, section 4). */
export interface RelyingParty {
  /** A host name: passkeys work at this one only. */
  id: string;
  origin: string;
}

/** Why browsers offer no passkeys for the site. */
export type PasskeyObstacle = "noPublicUrl" | "plainHttp" | "ipAddress";

/** IPv4 as URLs write it, or IPv6 in brackets. */
const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/**
 * Returns the relying party that `PUBLIC_URL` names, or the reason why browsers would refuse it.
 * Without `PUBLIC_URL`, the origin of the request is used, but only for `localhost`: that host is
 * this machine, whose programs share its cookies across ports.
 */
export function findRelyingParty(
  publicUrl: URL | null,
  origin: string,
): RelyingParty | PasskeyObstacle {
  const url = publicUrl ?? parseUrl(origin);
  if (url === null) return "noPublicUrl";
  const id = url.hostname;
  const party = { id, origin: url.origin };
  if (id === "localhost") return party;
  if (publicUrl === null) return "noPublicUrl";
  if (IP_ADDRESS.test(id)) return "ipAddress";
  return url.protocol === "https:" || id.endsWith(".localhost") ? party : "plainHttp";
}
