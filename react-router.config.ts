import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole table of routes is a kilobyte that browsers keep; discovering it piece by piece would cost every page a request.
  routeDiscovery: { mode: "initial" },
  // The process refuses what other sites send (app/http/request/same-origin) before React Router sees it.
  allowedActionOrigins: ["**"],
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: false,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
