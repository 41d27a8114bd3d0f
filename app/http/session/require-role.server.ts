import { data, redirect } from "react-router";
import { Forbidden } from "~/errors/app-error";
import type { Session } from "~/features/accounts/sessions.server";
import { hasRole, type Role } from "~/features/accounts/roles/roles";
import { i18nContext, type RouterContext } from "~/http/context";
import { getSession } from "./get-session.server";

/** Since the last sign-in or password confirmation. */
const RECENT_SIGN_IN_MS = 10 * 60 * 1000;

/** A missing page's 404 for members; 403 for moderators where only owners may act. */
export async function requireRole(
  request: Request,
  context: RouterContext,
  least: "moderator" | "owner",
): Promise<Session> {
  const session = await getSession(request, context);
  if (session === null || !hasRole(session.user.role, "moderator"))
    throw new Response("There is no page at this address.", { status: 404 });
  if (!hasRole(session.user.role, least)) {
    const { locale } = context.get(i18nContext);
    const message = new Forbidden("role.ownersOnly").localize(locale);
    throw data({ message, issues: [] }, { status: 403 });
  }
  return session;
}

export function isRecentlyConfirmed({ confirmedAt }: Session, now = new Date()): boolean {
  return now.getTime() - confirmedAt.getTime() < RECENT_SIGN_IN_MS;
}

export async function requireRecentRole(
  request: Request,
  context: RouterContext,
  least: Role & ("moderator" | "owner"),
): Promise<Session> {
  const session = await requireRole(request, context, least);
  if (isRecentlyConfirmed(session)) return session;
  const { pathname, search } = new URL(request.url);
  const query = new URLSearchParams({ returnTo: pathname.replace(/\.data$/, "") + search });
  throw redirect(`/admin/confirm?${query.toString()}`, 303);
}
