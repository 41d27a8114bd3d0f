import { AsyncLocalStorage } from "node:async_hooks";

export interface TraceSpan {
  /** Begins a span of work at another server that this one waits for. */
  child(name: string, attributes: SpanAttributes): TraceSpan;
  /** `error` is a status or code: a message may hold a user's input. */
  end(result?: {
    name?: string | undefined;
    attributes?: SpanAttributes;
    error?: string | undefined;
  }): void;
}

export type SpanAttributes = Record<string, string | number>;

/** What layers that see no request know of it. */
export interface RequestScope {
  readonly requestId: string;
  /** The request's span; null without tracing. */
  readonly span: TraceSpan | null;
  /** The pattern of the matched route, such as `/anime/:id/:slug?`. */
  route: string | null;
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function runInScope<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes.run(scope, work);
}

/**
 * Returns the scope of the request that is being served; undefined outside of requests, or if
 * nothing needs it.
 */
export function currentScope(): RequestScope | undefined {
  return scopes.getStore();
}

/** Stores the route's pattern with a leading slash, which React Router's patterns lack. */
export function recordRoute(pattern: string): void {
  const scope = scopes.getStore();
  if (scope !== undefined) scope.route = pattern.startsWith("/") ? pattern : `/${pattern}`;
}
