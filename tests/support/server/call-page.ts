import type { VisitorSettings } from "~/pages/viewer/visitor-settings";
import type { DatabaseClient } from "~db/client.server";
import { createTestContext, createTestServices } from "./context";

interface PageCall {
  params?: Record<string, string>;
  visitor?: Partial<VisitorSettings>;
  init?: RequestInit;
}

export interface PageError {
  status: number;
  data: unknown;
}

/** Calls a page's loader as React Router does after the root middleware. */
export function createPageCaller(
  database: DatabaseClient,
  environment: Record<string, string> = {},
) {
  const services = createTestServices(environment, database);
  return async function callPage<Result>(
    handler: (args: never) => Result | Promise<Result>,
    path: string,
    { params = {}, visitor = {}, init }: PageCall = {},
  ): Promise<Result> {
    const context = createTestContext(services, { visitor });
    const request = new Request(`http://akari.test${path}`, init);
    return handler({ request, params, context } as never);
  };
}

export async function catchPageError(call: Promise<unknown>): Promise<PageError> {
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
