import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The route manifest is one cacheable kilobyte; lazy discovery costs every page a request.
  routeDiscovery: { mode: "initial" },
  // The request listener checks the origin first (app/http/request/same-origin).
  allowedActionOrigins: ["**"],
  future: {
    v8_middleware: true,
    v8_splitRouteModules: false,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: false,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
