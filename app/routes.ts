import { index, route, type RouteConfig } from "@react-router/dev/routes";

/** Every URL of the site. The JSON API has its own table, `routes/api/endpoints`. */
export default [
  index("routes/catalog/home.tsx"),
  route("visitor", "routes/site/save-visitor-settings.ts"),

  route("api/*", "routes/api/splat.ts"),

  route("*", "routes/system/not-found.tsx"),
] satisfies RouteConfig;
