import { Invalid, MethodNotAllowed, NotFound } from "~/errors/app-error";
import type { RequestScope } from "~/http/context";
import { corsHeaders, preflightResponse } from "~/http/request/cors";
import type { Endpoint, EndpointInput, Method, Operation } from "./endpoint";
import { errorResponse, logError, type ErrorShape } from "~/http/response/error-response.server";
import { requireSameOrigin } from "~/http/request/same-origin";
import { spendPoint } from "~/http/request/spend-point";

/** Answers every request below `/api`. Never throws: an error is its JSON answer. */
export interface ApiDispatcher {
  dispatch(request: Request, pathname: string, scope: RequestScope): Response | Promise<Response>;
}

/**
 * Turns the table of endpoints into a function from request to response. The order of the wrappers is the specification's:
 * the limiter outside, then the same-origin rule, then the handler with its own session check.
 */
export function createApiDispatcher(endpoints: readonly Endpoint[]): ApiDispatcher {
  const byPath = new Map<string, Endpoint>();
  for (const endpoint of endpoints) {
    if (byPath.has(endpoint.path)) throw new Error(`Two endpoints share the path ${endpoint.path}`);
    byPath.set(endpoint.path, endpoint);
  }

  return {
    dispatch(request, pathname, scope) {
      const { corsOrigins } = scope.services.config.server;
      if (corsOrigins.length > 0)
        Object.assign(scope.headers, corsHeaders(request.headers.get("origin"), corsOrigins));
      const endpoint = byPath.get(pathname);
      if (endpoint === undefined)
        return errorResponse(
          new NotFound(`There is no API at this address. See ${scope.origin}/docs.`),
        );
      if (request.method === "OPTIONS")
        return preflightResponse(request, allowedMethods(endpoint), corsOrigins);
      const shape = endpoint.errors ?? "plain";
      try {
        const answer = handle(endpoint, request, scope);
        return answer instanceof Promise
          ? answer.catch((error: unknown) => failed(error, shape, pathname, scope))
          : answer;
      } catch (error) {
        return failed(error, shape, pathname, scope);
      }
    },
  };
}

function handle(
  endpoint: Endpoint,
  request: Request,
  scope: RequestScope,
): Response | Promise<Response> {
  const operation = operationFor(endpoint, request.method);
  if (operation === undefined) throw new MethodNotAllowed(allowedMethods(endpoint));
  if (operation.rateLimit !== undefined) spendPoint(operation.rateLimit, scope);
  if (request.method !== "GET" && request.method !== "HEAD") {
    requireSameOrigin(request, scope, scope.services.config.server.corsOrigins);
  }
  return operation.handle(new Input(request, scope));
}

function operationFor(endpoint: Endpoint, method: string): Operation | undefined {
  return endpoint.methods[(method === "HEAD" ? "GET" : method) as Method];
}

function allowedMethods(endpoint: Endpoint): string[] {
  const methods = Object.keys(endpoint.methods);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
}

/** Parses the address only when a handler looks at it: answers from the cache go without. */
class Input implements EndpointInput {
  #url: URL | undefined;

  constructor(
    readonly request: Request,
    readonly scope: RequestScope,
  ) {}

  get url(): URL {
    return (this.#url ??= parseUrl(this.request.url));
  }
}

function parseUrl(url: string): URL {
  if (!URL.canParse(url))
    throw new Invalid([{ path: "url", message: "The address is not a URL." }]);
  return new URL(url);
}

function failed(
  error: unknown,
  shape: ErrorShape,
  pathname: string,
  scope: RequestScope,
): Response {
  logError(scope.services.log, error, { requestId: scope.requestId, path: pathname });
  return errorResponse(error, shape);
}
