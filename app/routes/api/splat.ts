import { scopeContext } from "~/http/context";
import { api } from "./endpoints.server";
import type { Route } from "./+types/splat";

/** The API's resource route. The process hands exact paths to the same dispatcher without React Router in between. */
export function loader({ request, context }: Route.LoaderArgs): Response | Promise<Response> {
  return api.dispatch(request, pathOf(request), context.get(scopeContext));
}

export function action({ request, context }: Route.ActionArgs): Response | Promise<Response> {
  return api.dispatch(request, pathOf(request), context.get(scopeContext));
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}
