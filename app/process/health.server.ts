import { akariVersion } from "~/config/version";
import { rootErrorMessage } from "~/errors/error-message";
import type { AppServices } from "./app-services";
import { errorResponse } from "~/http/response/error-response.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { Busy, MethodNotAllowed } from "~/errors/app-error";

const READY_TIMEOUT_MS = 2_000;
/** Probes come every few seconds, and only the first one that fails is logged. */
const unready = new WeakSet<AppServices>();

/** The process runs, and which version of Akari it is. */
export function aliveResponse(): Response {
  return jsonResponse({ status: "ok", ...akariVersion() });
}

/** `/healthz`: runs. `/readyz`: reaches the database and is not draining. */
export async function healthResponse(
  pathname: "/healthz" | "/readyz",
  method: string,
  services: AppServices,
  draining: boolean,
): Promise<Response> {
  if (method !== "GET" && method !== "HEAD")
    return errorResponse(new MethodNotAllowed(["GET", "HEAD"]));
  if (pathname === "/healthz") return aliveResponse();
  if (draining) return errorResponse(new Busy("health.draining", 5));
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error("The database did not respond in time.")),
      READY_TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([services.checkReady(), tooLate]);
    unready.delete(services);
    return jsonResponse({ status: "ready" });
  } catch (error) {
    if (!unready.has(services))
      services.shared.log.warn({ err: rootErrorMessage(error) }, "not ready");
    unready.add(services);
    return errorResponse(new Busy("health.databaseDown", 5));
  } finally {
    clearTimeout(timer);
  }
}
