import { api } from "./endpoints.server";
import type { Route } from "./+types/splat";

/** Reached only as page data: the request listener calls the dispatcher itself otherwise. */
export function loader({ request, context }: Route.LoaderArgs): Response | Promise<Response> {
  const headers = new Headers(request.headers);
  // React Router reads the response as JSON.
  headers.delete("accept-encoding");
  return api.dispatch(new Request(request, { headers }), pathOf(request), context);
}

export function action({ request, context }: Route.ActionArgs): Response | Promise<Response> {
  return api.dispatch(request, pathOf(request), context);
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}
