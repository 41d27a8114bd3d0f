import { createContext } from "react-router";
import { routePath, type RouteTable } from "~/http/route-table";
import type { Endpoint } from "./endpoint";
import { recordRoute } from "~/observability/request-scope.server";
import type { Resource, ResourceArguments } from "./resource.server";
import { unknownEndpoint } from "./unknown-endpoint.server";

/** An endpoint with its path, such as `/api/animes/full`. */
export interface ApiRoute {
  path: string;
  endpoint: Endpoint;
}

/** The API's endpoints, found by their path where React Router would try all patterns. */
export interface ApiRoutes {
  /** Responds as the route of the path does. Never throws. */
  respond(pathname: string, args: ResourceArguments): Response | Promise<Response>;
  readonly all: readonly ApiRoute[];
}

export const apiRoutesContext = createContext<ApiRoutes>();

/**
 * Reads the endpoints from the routes once. Throws for two endpoints of one path, and for a route
 * that lacks an export: both answer every method, if only with the allowed ones.
 */
export function createApiRoutes(table: RouteTable): ApiRoutes {
  const resources = new Map<string, Resource>();
  for (const route of Object.values(table)) {
    if (route === undefined) continue;
    const { loader, action } = route.module;
    const found = [loader, action].find(isResource);
    if (found === undefined) continue;
    const path = routePath(route.id, table);
    if (loader !== action)
      throw new Error(`The route ${path} must export its endpoint as loader and as action.`);
    if (resources.has(path)) throw new Error(`Two endpoints have the path ${path}.`);
    resources.set(path, found);
  }
  return {
    respond(pathname, args) {
      const path = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
      const respond = resources.get(path);
      if (respond === undefined) return unknownEndpoint(args);
      recordRoute(path);
      return respond(args);
    },
    all: [...resources].map(([path, { endpoint }]) => ({ path, endpoint })),
  };
}

function isResource(value: unknown): value is Resource {
  return typeof value === "function" && "endpoint" in value;
}
