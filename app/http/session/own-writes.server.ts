import type { IncomingMessage } from "node:http";
import { stringifySetCookie } from "cookie";
import { getCookie } from "~/http/request/get-cookie.server";
import {
  requestContext,
  servicesContext,
  sessionContext,
  type RouterContext,
} from "~/http/context";
import type { Replicas } from "~db/read-pool.server";
import { hasBearerToken } from "./bearer-token.server";

/**
 * Where the primary was after a user's last write. It is not signed: a client that makes one up
 * only sends its own reads to the primary.
 */
const COOKIE = "akari-written";

/** What follows a write in the same request, or in the user's next, is read from the primary. */
export function mayReadReplicas(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  replicas: Replicas,
): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { cookie } = headers;
  if (cookie?.includes(`${COOKIE}=`) !== true) return true;
  const position = Number(getCookie(cookie, COOKIE) ?? "0");
  return replicas.haveAll(Number.isNaN(position) ? Infinity : position);
}

/** Programs with a token have no cookies, and write nothing that replicas are read for. */
export function isOwnWrite(
  request: Request,
  { status }: Response,
  context: RouterContext,
): boolean {
  return (
    context.get(servicesContext).replicas !== null &&
    request.method !== "GET" &&
    request.method !== "HEAD" &&
    status < 400 &&
    context.get(sessionContext) !== null &&
    !hasBearerToken(request)
  );
}

export async function appendOwnWrite(response: Response, context: RouterContext): Promise<void> {
  const { replicas, config } = context.get(servicesContext);
  const { secure } = context.get(requestContext);
  if (replicas === null) return;
  const position = await replicas.readPosition().catch(() => Infinity);
  response.headers.append(
    "set-cookie",
    stringifySetCookie(COOKIE, String(position), {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure,
      // After this time any replica that is read has the write.
      maxAge: Math.ceil(config.database.maxLagMs / 1_000) + 1,
    }),
  );
}
