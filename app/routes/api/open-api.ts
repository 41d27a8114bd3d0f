import type { Endpoint } from "~/http/api/endpoint";
import { cacheableJson } from "~/http/response/json-response.server";
import { openApiDocument } from "~/http/api/open-api";

/** The description of all endpoints, this one included. The table is an argument because it holds this endpoint. */
export function openApiEndpoint(endpoints: () => readonly Endpoint[]): Endpoint {
  return {
    path: "/api/openapi.json",
    methods: {
      GET: {
        summary: "This document",
        description: "The OpenAPI 3.1 description of the whole API.",
        tags: ["System"],
        answers: {
          200: { description: "An OpenAPI 3.1 document.", contentType: "application/json" },
        },
        handle: ({ request, scope }) =>
          cacheableJson(request, openApiDocument(endpoints(), scope.origin), "public, max-age=300"),
      },
    },
  };
}
