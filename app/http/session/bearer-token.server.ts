import { Forbidden, InvalidToken, ScopeMissing } from "~/errors/app-error";
import type { TokenScope } from "~/features/accounts/tokens/token-scopes";
import { readToken, type TokenOwner } from "~/features/accounts/tokens/tokens.server";
import { servicesContext, sessionContext, type RouterContext } from "~/http/context";
import { toSessionError } from "./session-error.server";

const NEVER = new Date("9999-12-31T23:59:59Z");

function readBearerToken(request: Request): string | null {
  const header = request.headers.get("authorization");
  return header === null ? null : (/^bearer(?: +(.*))?$/i.exec(header.trim())?.[1] ?? null);
}

/** Cookies of such a request are ignored, and it gets none. */
export function hasBearerToken(request: Request): boolean {
  return /^\s*bearer(?:\s|$)/i.test(request.headers.get("authorization") ?? "");
}

/** Returns null for a token that is unknown, expired or revoked. */
export function readTokenOwner(
  request: Request,
  context: RouterContext,
): Promise<TokenOwner | null> {
  const { db } = context.get(servicesContext);
  return readToken(db, readBearerToken(request) ?? "").catch(toSessionError);
}

/** Signs the request in as the token's user. Scope `null` refuses every token, "any" none. */
export async function authenticateToken(
  request: Request,
  context: RouterContext,
  scope: TokenScope | "any" | null,
): Promise<void> {
  const owner = await readTokenOwner(request, context);
  if (owner === null) throw new InvalidToken();
  if (scope === null) throw new Forbidden("token.sessionOnly");
  if (scope !== "any" && !owner.scopes.includes(scope)) throw new ScopeMissing(scope);
  const { id, createdAt, expiresAt, householdId, user } = owner;
  context.set(
    sessionContext,
    // A key of no stored session, so that no operation on sessions applies.
    Promise.resolve({
      user,
      householdId,
      asksProfile: false,
      idHash: `token ${id}`,
      createdAt,
      confirmedAt: createdAt,
      codeConfirmedAt: null,
      expiresAt: expiresAt ?? NEVER,
      flashMessage: null,
      alsoWatching: [],
      unreadNotices: 0,
      listVersion: "",
    }),
  );
}
