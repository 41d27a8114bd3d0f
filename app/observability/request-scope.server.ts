import { AsyncLocalStorage } from "node:async_hooks";

/** A piece of work in a trace. */
export interface TraceSpan {
  /** Starts a span of work that this one waits for, at another server. */
  child(name: string, attributes: SpanAttributes): TraceSpan;
  /** `error` is a status or a code, never a message, which may hold a user's input. */
  end(result?: {
    name?: string | undefined;
    attributes?: SpanAttributes;
    error?: string | undefined;
  }): void;
}

export type SpanAttributes = Record<string, string | number>;

/** What layers that see no request may know of the one they work for. */
export interface RequestScope {
  readonly requestId: string;
  /** Null without tracing. */
  readonly span: TraceSpan | null;
  /** The pattern of the matched route, such as `/anime/:id/:slug?`. */
  route: string | null;
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function runInScope<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes.run(scope, work);
}

/** Undefined outside of requests, and where neither traces nor the slow-query log need it. */
export function currentScope(): RequestScope | undefined {
  return scopes.getStore();
}

/** React Router's patterns lack the leading slash. */
export function recordRoute(pattern: string): void {
  const scope = scopes.getStore();
  if (scope !== undefined) scope.route = pattern.startsWith("/") ? pattern : `/${pattern}`;
}
