import type { Endpoint } from "~/http/endpoint";
import { imageProxyEndpoint } from "./image-proxy";

/** Images from elsewhere (specification 4.8). */
export const mediaEndpoints: readonly Endpoint[] = [imageProxyEndpoint];
