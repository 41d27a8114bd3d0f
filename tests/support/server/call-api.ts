import { responseHeadersContext, type Services } from "~/http/context";
import type { DatabaseClient } from "~db/client.server";
import { apiRoutes } from "./api-routes";
import { validateAgainstContract } from "./api-contract";
import { createTestContext, createTestServices } from "./context";

interface ApiResult {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

/** A context per request, without a socket. */
export function createApiCaller(
  database: DatabaseClient,
  environment: Record<string, string> = { RATE_LIMITS: "animesFull=100000/60" },
): {
  services: Services;
  get: (path: string, headers?: Record<string, string>) => Promise<ApiResult>;
} {
  const services = createTestServices(environment, database);
  return {
    services: services.shared,
    async get(path, headers = {}) {
      const context = createTestContext(services);
      const request = new Request(`http://akari.test${path}`, { headers });
      const response = await apiRoutes.respond(new URL(request.url).pathname, { request, context });
      const all = new Headers(response.headers);
      for (const [name, value] of Object.entries(context.get(responseHeadersContext)))
        if (!all.has(name)) all.set(name, value);
      const text = await response.text();
      validateAgainstContract({
        method: "GET",
        path,
        status: response.status,
        contentType: all.has("content-encoding") ? null : all.get("content-type"),
        text,
      });
      return {
        status: response.status,
        headers: all,
        text,
        json: text.startsWith("{") ? (JSON.parse(text) as unknown) : null,
      };
    },
  };
}
