import { NotFound } from "~/errors/app-error";
import {
  findRelyingParty,
  type PasskeyObstacle,
  type RelyingParty,
} from "~/features/accounts/passkeys/relying-party";
import type { WaysIn } from "~/features/accounts/passkeys/ways-in.server";
import { identityIssuer } from "~/config/oauth";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";

/** Returns what passkeys are made for here, or why there are none. */
export function getRelyingParty(context: RouterContext): RelyingParty | PasskeyObstacle {
  const { publicUrl } = context.get(servicesContext).config.server;
  return findRelyingParty(publicUrl, context.get(requestContext).origin);
}

/** Returns the relying party's id; null where there are no passkeys. */
export function getRelyingPartyId(context: RouterContext): string | null {
  const party = getRelyingParty(context);
  return typeof party === "string" ? null : party.id;
}

/** Returns what users can sign in with here. */
export function getWaysIn(context: RouterContext): WaysIn {
  const { passwords, oauthClients } = context.get(servicesContext).config;
  const relyingPartyId = getRelyingPartyId(context);
  return { passwords, issuers: oauthClients.map(identityIssuer), relyingPartyId };
}

/** Returns the only origin at which passkeys work; null where there are none. */
export function getPasskeyOrigin(context: RouterContext): string | null {
  const party = getRelyingParty(context);
  return typeof party === "string" ? null : party.origin;
}

/** Throws `NotFound` with the reason. */
export function requireRelyingParty(context: RouterContext): RelyingParty {
  const party = getRelyingParty(context);
  if (typeof party === "string") throw new NotFound(`passkey.${party}`);
  return party;
}
