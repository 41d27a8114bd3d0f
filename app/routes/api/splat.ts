import { api } from "./endpoints.server";
import type { Route } from "./+types/splat";

/** Only reached without the request listener, which calls the dispatcher itself. */
export function loader({ request, context }: Route.LoaderArgs): Response | Promise<Response> {
  return api.dispatch(request, pathOf(request), context);
}

export function action({ request, context }: Route.ActionArgs): Response | Promise<Response> {
  return api.dispatch(request, pathOf(request), context);
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}
