import { data } from "react-router";
import { Forbidden } from "~/errors/app-error";
import type { Session } from "~/features/accounts/sessions.server";
import { hasRole, type Role } from "~/features/accounts/roles/roles";
import { i18nContext, type RouterContext } from "~/http/context";
import { getSession } from "./get-session.server";
import { pagePath, requireRecent } from "./recent-session.server";

/** A missing page's 404 for members; 403 for moderators where only owners may act. */
export async function requireRole(
  request: Request,
  context: RouterContext,
  minimumRole: "moderator" | "owner",
): Promise<Session> {
  const session = await getSession(request, context);
  if (session === null || !hasRole(session.user.role, "moderator"))
    throw new Response("There is no page at this address.", { status: 404 });
  if (!hasRole(session.user.role, minimumRole)) {
    const { locale } = context.get(i18nContext);
    const message = new Forbidden("role.ownersOnly").localize(locale);
    throw data({ message, issues: [] }, { status: 403 });
  }
  return session;
}

export async function requireRecentRole(
  request: Request,
  context: RouterContext,
  minimumRole: Role & ("moderator" | "owner"),
): Promise<Session> {
  return requireRecent(await requireRole(request, context, minimumRole), pagePath(request));
}
