import type { RouterContextProvider } from "react-router";
import { signedIn } from "~/http/session/page-session.server";
import type { VisitorSettings } from "~/pages/viewer/visitor-settings";
import type { DatabaseClient } from "~db/client.server";
import { findRoute } from "../crawl/route-paths";
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

interface HandlerArgs {
  request: Request;
  params: Record<string, string>;
  context: RouterContextProvider;
}

/** Calls a loader or an action as React Router does after the root's middleware. */
export async function callHandler<Result>(
  handler: (args: never) => Result | Promise<Result>,
  args: HandlerArgs,
): Promise<Result> {
  const url = new URL(args.request.url);
  if (findRoute(url.pathname)?.layouts.includes("routes/signed-in.tsx") === true)
    await signedIn({ ...args, url, pattern: url.pathname }, () => Promise.resolve(new Response()));
  return handler(args as never);
}

/** Makes a function that calls the loader or the action of a page. */
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
    return callHandler(handler, { request, params, context });
  };
}

interface Outcome<Data> {
  status: number;
  location: string | null;
  /** The first cookie that is set. */
  cookie: string;
  /** What the page is given, nothing of a redirect. */
  data: Data;
}

/** Reads what a loader or an action returns or throws. Throws what is no response. */
export async function readOutcome<Data>(call: Promise<unknown>): Promise<Outcome<Data>> {
  const result = await call.catch((thrown: unknown) => thrown);
  if (result instanceof Error) throw result;
  const of = (status = 200, headers = new Headers(), data: unknown = {}) => ({
    status,
    location: headers.get("location"),
    cookie: headers.get("set-cookie")?.split(";")[0] ?? "",
    data: data as Data,
  });
  if (result instanceof Response) return of(result.status, result.headers);
  if (typeof result !== "object" || result === null || !("data" in result && "init" in result))
    return of(200, undefined, result);
  const init = result.init as ResponseInit | null;
  return of(init?.status, new Headers(init?.headers), result.data);
}

/** Reads the error that a loader or an action throws; of a redirect, `data` is where it leads. */
export async function catchPageError(call: Promise<unknown>): Promise<PageError> {
  const rejected = call.then(() => Promise.reject(new Error("nothing was thrown")));
  const { status, location, data } = await readOutcome(rejected);
  return { status, data: location ?? data };
}
