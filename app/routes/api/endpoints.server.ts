import { createApiDispatcher } from "~/http/api-dispatcher.server";
import type { Endpoint } from "~/http/endpoint";
import { accountEndpoints } from "./account";
import { catalogEndpoints } from "./catalog";
import { openApiEndpoint } from "./open-api";

/** Every address of the JSON API. */
export const endpoints: readonly Endpoint[] = [...accountEndpoints, ...catalogEndpoints, openApiEndpoint(() => endpoints)];

export const api = createApiDispatcher(endpoints);
