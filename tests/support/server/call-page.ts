import { RouterContextProvider } from "react-router";
import { scopeContext } from "~/http/context";
import {
  DEFAULT_VISITOR_SETTINGS,
  visitorContext,
  type VisitorSettings,
} from "~/http/pages/settings/visitor-settings";
import type { DatabaseClient } from "~db/client.server";
import { testScope } from "./scope";

interface PageCall {
  params?: Record<string, string>;
  visitor?: Partial<VisitorSettings>;
  init?: RequestInit;
}

/** The error data that a page's loader threw, with its status. */
export interface PageError {
  status: number;
  data: unknown;
}

/** Calls loaders and actions of pages against one database, as React Router would after the root's middleware. */
export function pageCaller(database: DatabaseClient, environment: Record<string, string> = {}) {
  const scope = testScope(environment, database);
  return async function callPage<Result>(
    handler: (args: never) => Result | Promise<Result>,
    path: string,
    { params = {}, visitor = {}, init }: PageCall = {},
  ): Promise<Result> {
    const context = new RouterContextProvider();
    context.set(scopeContext, scope);
    context.set(visitorContext, { ...DEFAULT_VISITOR_SETTINGS, ...visitor });
    const request = new Request(`http://akari.test${path}`, init);
    // Handlers of different routes take arguments of different generated types; all of them are satisfied by these.
    return handler({ request, params, context } as never);
  };
}

/** What a loader throws when it ends with a status on purpose: error data or a response. */
export async function thrownBy(call: Promise<unknown>): Promise<PageError> {
  const thrown: unknown = await call.then(
    () => Promise.reject(new Error("nothing was thrown")),
    (reason: unknown) => reason,
  );
  if (thrown instanceof Response)
    return { status: thrown.status, data: thrown.headers.get("location") };
  if (typeof thrown === "object" && thrown !== null && "data" in thrown && "init" in thrown) {
    return { status: (thrown.init as ResponseInit | null)?.status ?? 200, data: thrown.data };
  }
  throw thrown;
}
