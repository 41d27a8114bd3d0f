import { index, type RouteConfig } from "@react-router/dev/routes";

export default [index("covers.tsx")] satisfies RouteConfig;
