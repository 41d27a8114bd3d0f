import { safeRedirectPath } from "~/http/request/safe-redirect";
import type { Body } from "~/http/request/read-body.server";

export function formRedirect(
  body: Body,
  fallback: string,
  headers: Record<string, string> = {},
): Response {
  const returnTo =
    typeof body.value === "object" && body.value !== null && "returnTo" in body.value
      ? body.value.returnTo
      : undefined;
  return new Response(null, {
    status: 302,
    headers: {
      location: safeRedirectPath(returnTo, fallback),
      "cache-control": "private, no-store",
      ...headers,
    },
  });
}
