import { api } from "./endpoints.server";
import type { Route } from "./+types/splat";

/**
 * The API's resource route. The request listener calls the same dispatcher without React Router.
 */
export function loader({ request, context }: Route.LoaderArgs): Response | Promise<Response> {
  return api.dispatch(request, pathOf(request), context);
}

export function action({ request, context }: Route.ActionArgs): Response | Promise<Response> {
  return api.dispatch(request, pathOf(request), context);
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}
