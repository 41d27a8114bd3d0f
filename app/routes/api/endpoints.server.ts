import { createApiDispatcher } from "~/http/api-dispatcher.server";
import type { Endpoint } from "~/http/endpoint";
import { openApiEndpoint } from "./open-api";

/** Every address of the JSON API. */
export const endpoints: readonly Endpoint[] = [openApiEndpoint(() => endpoints)];

export const api = createApiDispatcher(endpoints);
