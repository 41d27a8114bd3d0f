import { WEBHOOKS } from "~/features/notifications/programs/payloads.server";
import { openApiDocument } from "~/http/api/open-api";
import { apiRoutes } from "./api-routes";

/** The document that is served at /api/openapi.json. */
export function openApiText(origin = "http://akari.test"): string {
  const options = { origin, personalParameter: "hide", webhooks: WEBHOOKS };
  return JSON.stringify(openApiDocument(apiRoutes.all, options));
}
