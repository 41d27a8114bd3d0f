import { createApiDispatcher } from "~/http/api/api-dispatcher.server";
import type { Endpoint } from "~/http/api/endpoint";
import { accountEndpoints } from "./account";
import { catalogEndpoints } from "./catalog";
import { cspReportEndpoint } from "./csp-report";
import { mediaEndpoints } from "./media";
import { openApiEndpoint } from "./open-api";
import { userEndpoints } from "./user";

export const endpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  ...userEndpoints,
  ...catalogEndpoints,
  ...mediaEndpoints,
  cspReportEndpoint,
  openApiEndpoint(() => endpoints),
];

export const api = createApiDispatcher(endpoints);
