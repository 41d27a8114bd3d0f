import { unknownEndpoint } from "~/http/api/unknown-endpoint.server";

export const loader = unknownEndpoint;
export const action = unknownEndpoint;
