import { api } from "~/routes/api/endpoints.server";
import type { Services } from "~/http/context";
import type { DatabaseClient } from "~db/client.server";
import { holdAgainstContract } from "./api-contract";
import { testScope } from "./scope";

interface Called {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; the tests say what they expect of it. */
  json: unknown;
}

/** Calls the API as the process does: one set of services, a scope for each request, its headers added to the answer. */
export function apiOf(
  database: DatabaseClient,
  environment: Record<string, string> = { RATE_LIMITS: "animesFull=100000/60" },
): {
  services: Services;
  get: (path: string, headers?: Record<string, string>) => Promise<Called>;
} {
  const first = testScope(environment, database);
  return {
    services: first.services,
    async get(path, headers = {}) {
      const scope = { ...first, headers: {} as Record<string, string> };
      const request = new Request(`http://akari.test${path}`, { headers });
      const response = await api.dispatch(request, new URL(request.url).pathname, scope);
      const all = new Headers(response.headers);
      for (const [name, value] of Object.entries(scope.headers))
        if (!all.has(name)) all.set(name, value);
      const text = await response.text();
      holdAgainstContract({
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
