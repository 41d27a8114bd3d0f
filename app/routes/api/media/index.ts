import type { Endpoint } from "~/http/api/endpoint";
import { imageProxyEndpoint } from "./image-proxy";
import { uploadImageEndpoint } from "./upload-image";
import { videoProxyEndpoint } from "./video-proxy";

/** Specification 4.2, 4.8 and 4.9. */
export const mediaEndpoints: readonly Endpoint[] = [
  imageProxyEndpoint,
  uploadImageEndpoint,
  videoProxyEndpoint,
];
