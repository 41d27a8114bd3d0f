import { NotFound } from "~/errors/app-error";
import { requestContext } from "~/http/context";
import { errorResponse } from "~/http/response/error-response.server";
import { allowListedOrigins, type ResourceArguments } from "./resource.server";

/** Responds 404 as JSON to every method of a path below `/api` that no endpoint has. */
export function unknownEndpoint(args: ResourceArguments): Response {
  allowListedOrigins(args);
  const docs = `${args.context.get(requestContext).origin}/docs`;
  return errorResponse(new NotFound({ key: "http.noEndpoint", values: { docs } }));
}
