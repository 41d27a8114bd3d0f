import { WEBHOOKS } from "~/features/notifications/programs/payloads.server";
import { HIDE_PARAMETER } from "~/features/listing/hidden/parse-hide.server";
import { requestContext } from "~/http/context";
import { openApiDocument } from "~/http/api/open-api";
import { resource } from "~/http/api/resource.server";
import { cacheableJsonResponse } from "~/http/response/json-response.server";
import { apiRoutesContext } from "~/http/api/api-routes.server";

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "This document",
      description: "The OpenAPI 3.1 description of the whole API.",
      tags: ["System"],
      responses: {
        200: { description: "An OpenAPI 3.1 document.", contentType: "application/json" },
      },
      handle: ({ request, context }) =>
        cacheableJsonResponse(
          request,
          openApiDocument(context.get(apiRoutesContext).all, {
            origin: context.get(requestContext).origin,
            personalParameter: HIDE_PARAMETER,
            webhooks: WEBHOOKS,
          }),
          "public, max-age=300",
        ),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
