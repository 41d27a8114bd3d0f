import { messageOf } from "~/errors/message-of";
import type { Services } from "~/http/context";
import { errorResponse } from "~/http/response/error-response.server";
import { privateJson } from "~/http/response/json-response.server";
import { Busy, MethodNotAllowed } from "~/errors/app-error";

/** How long the database may take to answer the readiness check. */
const READY_WITHIN_MS = 2_000;

/** `/healthz` says that the process runs; `/readyz` that it can also reach its database and means to go on serving. */
export async function healthResponse(
  pathname: "/healthz" | "/readyz",
  method: string,
  services: Services,
  draining: boolean,
): Promise<Response> {
  if (method !== "GET" && method !== "HEAD")
    return errorResponse(new MethodNotAllowed(["GET", "HEAD"]));
  if (pathname === "/healthz") return privateJson({ status: "ok" });
  if (draining) return errorResponse(new Busy("The service is shutting down.", 5));
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error("The database did not answer in time.")),
      READY_WITHIN_MS,
    );
  });
  try {
    await Promise.race([services.checkReady(), tooLate]);
    return privateJson({ status: "ready" });
  } catch (error) {
    services.log.warn({ err: messageOf(error) }, "not ready");
    return errorResponse(new Busy("The database does not answer.", 5));
  } finally {
    clearTimeout(timer);
  }
}
