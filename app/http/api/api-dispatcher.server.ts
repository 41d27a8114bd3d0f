import { Invalid, MethodNotAllowed, NotFound } from "~/errors/app-error";
import {
  requestContext,
  responseHeadersContext,
  servicesContext,
  type RouterContext,
} from "~/http/context";
import { TOKEN_SCOPES, type TokenScope } from "~/features/accounts/tokens/token-scopes";
import { corsHeaders, preflightResponse } from "~/http/request/cors";
import type { Endpoint, EndpointInput, Method, Operation } from "./endpoint";
import { authenticateToken, hasBearerToken } from "~/http/session/bearer-token.server";
import { errorResponse, logError, type ErrorShape } from "~/http/response/error-response.server";
import { requireSameOrigin, SAFE_METHODS } from "~/http/request/same-origin";
import { handleInSlot } from "~/http/request/request-slots";
import { recordRoute } from "~/observability/request-scope.server";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseUrl } from "~/parsing/parse-url";

export interface ApiDispatcher {
  dispatch(
    request: Request,
    pathname: string,
    context: RouterContext,
  ): Response | Promise<Response>;
}

/** Responds to a request in spite of its error, or rejects with the error. */
type Recover = (error: unknown, request: Request, context: RouterContext) => Promise<Response>;

/** Rate limit, same-origin check, slot, token, handler, in this order. Never throws. */
export function createApiDispatcher(
  endpoints: readonly Endpoint[],
  recover?: Recover,
): ApiDispatcher {
  const byPath = new Map<string, Endpoint>();
  for (const endpoint of endpoints) {
    if (byPath.has(endpoint.path)) throw new Error(`Two endpoints share the path ${endpoint.path}`);
    byPath.set(endpoint.path, endpoint);
  }

  return {
    dispatch(request, pathname, context) {
      const { corsOrigins } = context.get(servicesContext).config.server;
      if (corsOrigins.length > 0)
        Object.assign(
          context.get(responseHeadersContext),
          corsHeaders(request.headers.get("origin"), corsOrigins),
        );
      const endpoint = byPath.get(pathname);
      if (endpoint === undefined)
        return errorResponse(
          new NotFound({
            key: "http.noEndpoint",
            values: { docs: `${context.get(requestContext).origin}/docs` },
          }),
        );
      recordRoute(endpoint.path);
      if (request.method === "OPTIONS")
        return preflightResponse(request, allowedMethods(endpoint), corsOrigins);
      const shape = endpoint.errors ?? "plain";
      try {
        const response = runOperation(endpoint, request, context);
        return response instanceof Promise
          ? response
              .catch((error: unknown) => {
                if (recover === undefined) throw error;
                return recover(error, request, context);
              })
              .catch((error: unknown) => handleError(error, shape, pathname, context))
          : response;
      } catch (error) {
        return handleError(error, shape, pathname, context);
      }
    },
  };
}

function runOperation(
  endpoint: Endpoint,
  request: Request,
  context: RouterContext,
): Response | Promise<Response> {
  const operation = findOperation(endpoint, request.method);
  if (operation === undefined) throw new MethodNotAllowed(allowedMethods(endpoint));
  const input = new Input(request, context);
  const { rateLimit } = operation;
  if (rateLimit === undefined) return runAdmitted(operation, input);
  const choice = operation.chooseRateLimit?.(input) ?? null;
  if (choice !== null)
    return choice.then(async (chosen) => {
      await consumeRateLimit(chosen ?? rateLimit, context);
      return runAdmitted(operation, input);
    });
  const counting = consumeRateLimit(rateLimit, context);
  return counting instanceof Promise
    ? counting.then(() => runAdmitted(operation, input))
    : runAdmitted(operation, input);
}

function runAdmitted(operation: Operation, input: EndpointInput): Response | Promise<Response> {
  const { request, context } = input;
  const { tokenScope = "session" } = operation;
  // A public read has neither an origin nor a token to check.
  if (tokenScope === "public" && SAFE_METHODS.has(request.method)) {
    const ready = operation.handle.peek?.(input) ?? null;
    return ready ?? handleAdmitted(operation, input, () => operation.handle(input));
  }
  const isProgram = hasBearerToken(request);
  // Browsers never attach tokens on their own.
  if (!isProgram)
    requireSameOrigin(request, context, context.get(servicesContext).config.server.corsOrigins);
  const handle = () =>
    isProgram && tokenScope !== "public"
      ? authenticateToken(request, context, requiredScope(tokenScope)).then(() =>
          operation.handle(input),
        )
      : operation.handle(input);
  return handleAdmitted(operation, input, handle);
}

function handleAdmitted(
  operation: Operation,
  { request, context }: EndpointInput,
  handle: () => Response | Promise<Response>,
): Response | Promise<Response> {
  if (operation.hasOwnSlots === true) return handle();
  const { api } = context.get(servicesContext).requestSlots;
  const { clientKey } = context.get(requestContext);
  return handleInSlot(api, clientKey, () => request.signal, handle);
}

function requiredScope(access: NonNullable<Operation["tokenScope"]>): TokenScope | null {
  return TOKEN_SCOPES.find((scope) => scope === access) ?? null;
}

function findOperation(endpoint: Endpoint, method: string): Operation | undefined {
  return endpoint.methods[(method === "HEAD" ? "GET" : method) as Method];
}

function allowedMethods(endpoint: Endpoint): string[] {
  const methods = Object.keys(endpoint.methods);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
}

class Input implements EndpointInput {
  #url: URL | undefined;

  constructor(
    readonly request: Request,
    readonly context: RouterContext,
  ) {}

  get url(): URL {
    return (this.#url ??= requireUrl(this.request.url));
  }
}

function requireUrl(text: string): URL {
  const url = parseUrl(text);
  if (url === null) throw new Invalid([{ path: "url", message: "http.invalidUrl" }]);
  return url;
}

function handleError(
  error: unknown,
  shape: ErrorShape,
  pathname: string,
  context: RouterContext,
): Response {
  const { log } = context.get(servicesContext);
  const { requestId } = context.get(requestContext);
  logError(log, error, { requestId, path: pathname });
  return errorResponse(error, shape);
}
