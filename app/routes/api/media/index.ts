import type { Endpoint } from "~/http/endpoint";
import { imageProxyEndpoint } from "./image-proxy";
import { videoProxyEndpoint } from "./video-proxy";

/** Images and streams from elsewhere (specification 4.8 and 4.9). */
export const mediaEndpoints: readonly Endpoint[] = [imageProxyEndpoint, videoProxyEndpoint];
