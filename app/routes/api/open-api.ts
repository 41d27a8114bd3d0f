import { HIDE_PARAMETER } from "~/features/listing/hidden/parse-hide.server";
import { requestContext } from "~/http/context";
import type { Endpoint } from "~/http/api/endpoint";
import { cacheableJsonResponse } from "~/http/response/json-response.server";
import { openApiDocument } from "~/http/api/open-api";

/** Lazy, since the table contains this endpoint. */
export function openApiEndpoint(endpoints: () => readonly Endpoint[]): Endpoint {
  return {
    path: "/api/openapi.json",
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
            openApiDocument(endpoints(), {
              origin: context.get(requestContext).origin,
              personalParameter: HIDE_PARAMETER,
            }),
            "public, max-age=300",
          ),
      },
    },
  };
}
