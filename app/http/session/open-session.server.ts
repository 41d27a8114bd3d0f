import { href, redirectDocument, type MiddlewareFunction } from "react-router";
import { lockedSessionContext } from "~/http/context";
import { withReturnTo } from "~/ui/with-return-to";
import { getSession } from "./get-session.server";

/**
 * Leads from every page to the choice of a profile while the session is locked, and from there
 * back. Loads it as a document, so that the browser's memory keeps no page of the profile before.
 */
export const unlocked: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  await getSession(request, context).catch(() => null);
  if (context.get(lockedSessionContext) === null || url.pathname === href("/profiles")) return;
  throw redirectDocument(withReturnTo(href("/profiles"), url.pathname + url.search));
};
