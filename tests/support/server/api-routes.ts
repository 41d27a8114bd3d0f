import { createApiRoutes, type ApiRoutes } from "~/http/api/api-routes.server";
import type { Endpoint, Method } from "~/http/api/endpoint";
import { resource } from "~/http/api/resource.server";
import type { RouteTable } from "~/http/route-table";
import routes from "~/routes";

interface ResourceModule {
  loader?: unknown;
  action?: unknown;
}

const modules = import.meta.glob<ResourceModule>(["/app/routes/api/**/*.ts", "!**/*.test.ts"], {
  eager: true,
});

/** The API's part of the routes of a build. */
export const apiTable: RouteTable = Object.fromEntries(
  routes.flatMap(({ id, path, file, caseSensitive }) => {
    const module = modules[`/app/${file}`];
    const key = id ?? file;
    return module === undefined ? [] : [[key, { id: key, path, caseSensitive, module }]];
  }),
);

export const apiRoutes = createApiRoutes(apiTable);

/** Every method and path of the API. */
export const apiOperations = apiRoutes.all.flatMap(({ path, endpoint }) =>
  Object.entries(endpoint.methods).map(([method, operation]) => ({
    method: method as Method,
    path,
    operation,
  })),
);

/** Makes routes of a test's own endpoints, by their path. */
export function createTestApiRoutes(endpoints: Readonly<Record<string, Endpoint>>): ApiRoutes {
  return createApiRoutes(
    Object.fromEntries(
      Object.entries(endpoints).map(([path, endpoint]) => {
        const respond = resource(endpoint);
        const route = {
          id: path,
          path: path.slice(1),
          module: { loader: respond, action: respond },
        };
        return [path, route];
      }),
    ),
  );
}
