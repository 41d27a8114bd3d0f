import { Invalid, MethodNotAllowed } from "~/errors/app-error";
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
import { errorResponse, logError } from "~/http/response/error-response.server";
import { requireSameOrigin, SAFE_METHODS } from "~/http/request/same-origin";
import { areProxiesLimited, requireProxyUser } from "~/http/request/proxy-access.server";
import { handleInSlot } from "~/http/request/request-slots";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseUrl } from "~/parsing/parse-url";
import { requireAdult } from "~/features/accounts/session-user.server";
import { getApiSession } from "~/http/session/get-session.server";
import { mayBeSignedIn } from "~/http/viewer/request-control.server";
import { redirectMergedRead } from "./redirect-merged-read.server";

export interface ResourceArguments {
  request: Request;
  context: RouterContext;
}

/** The `loader` and the `action` of a route of the API. */
export interface Resource {
  (args: ResourceArguments): Response | Promise<Response>;
  readonly endpoint: Endpoint;
}

/**
 * Makes an endpoint the function that its route exports as `loader` and as `action`: rate limit,
 * same-origin check, slot, token and handler, in this order. It never throws. A route's `handle`
 * could not carry the endpoint, since React Router sends handles to browsers.
 */
export function resource(endpoint: Endpoint): Resource {
  return Object.assign((args: ResourceArguments) => respond(endpoint, args), { endpoint });
}

function respond(endpoint: Endpoint, args: ResourceArguments): Response | Promise<Response> {
  const { context } = args;
  const request = context.get(requestContext).isDataRequest
    ? withoutCompression(args.request)
    : args.request;
  allowListedOrigins({ request, context });
  if (request.method === "OPTIONS") {
    const { corsOrigins } = context.get(servicesContext).config.server;
    return preflightResponse(request, allowedMethods(endpoint), corsOrigins);
  }
  const toResponse = (error: unknown) => handleError(error, endpoint, { request, context });
  try {
    const response = runOperation(endpoint, request, context);
    return response instanceof Promise
      ? response
          .catch((error: unknown) => redirectMergedRead(error, request, context))
          .catch(toResponse)
      : response;
  } catch (error) {
    return toResponse(error);
  }
}

/** Adds the headers with which browsers let listed origins read the response. */
export function allowListedOrigins({ request, context }: ResourceArguments): void {
  const { corsOrigins } = context.get(servicesContext).config.server;
  if (corsOrigins.length > 0)
    Object.assign(
      context.get(responseHeadersContext),
      corsHeaders(request.headers.get("origin"), corsOrigins),
    );
}

/** React Router reads the response to a data request as JSON. */
function withoutCompression(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("accept-encoding");
  return new Request(request, { headers });
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
  const handleAllowed = () =>
    operation.isProxy === true && areProxiesLimited(context)
      ? requireProxyUser(request, context).then(() => operation.handle(input))
      : operation.handle(input);
  // A public read has neither an origin nor a token to check.
  if (tokenScope === "public" && SAFE_METHODS.has(request.method)) {
    const ready = operation.ready?.(input) ?? null;
    return ready ?? handleAdmitted(operation, input, handleAllowed);
  }
  const isProgram = hasBearerToken(request);
  // Browsers never attach tokens on their own.
  if (!isProgram)
    requireSameOrigin(request, context, context.get(servicesContext).config.server.corsOrigins);
  const handle = () => {
    if (isProgram && tokenScope !== "public")
      return authenticateToken(request, context, requiredScope(tokenScope)).then(() =>
        operation.handle(input),
      );
    const mayBeClosed = tokenScope === "session" && operation.isForChildren !== true;
    return mayBeClosed && mayBeSignedIn(request, context)
      ? refuseChildren(input).then(handleAllowed)
      : handleAllowed();
  };
  return handleAdmitted(operation, input, handle);
}

async function refuseChildren({ request, context }: EndpointInput): Promise<void> {
  const session = await getApiSession(request, context);
  if (session !== null) requireAdult(session.user);
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
  { errors }: Endpoint,
  { request, context }: ResourceArguments,
): Response {
  const { log } = context.get(servicesContext);
  const { requestId } = context.get(requestContext);
  const path = parseUrl(request.url)?.pathname;
  logError(log, error, { requestId, path });
  return errorResponse(error, errors, path);
}
