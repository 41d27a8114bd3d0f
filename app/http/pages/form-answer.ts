import { safeRedirectPath } from "~/http/request/safe-redirect";
import type { Body } from "~/http/request/read-body.server";

/** Sends a browser's form on: to the `returnTo` that the form named, when that is a path of ours, or to a sensible page. */
export function formRedirect(
  body: Body,
  fallback: string,
  headers: Record<string, string> = {},
): Response {
  const named =
    typeof body.value === "object" && body.value !== null && "returnTo" in body.value
      ? body.value.returnTo
      : undefined;
  return new Response(null, {
    status: 302,
    headers: {
      location: safeRedirectPath(named, fallback),
      "cache-control": "private, no-store",
      ...headers,
    },
  });
}
