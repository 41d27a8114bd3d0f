import type { Endpoint } from "~/http/api/endpoint";
import { imageProxyEndpoint } from "./image-proxy";
import { uploadImageEndpoint } from "./upload-image";
import { videoProxyEndpoint } from "./video-proxy";

/** Images and streams from elsewhere, and uploaded images (specification 4.2, 4.8 and 4.9). */
export const mediaEndpoints: readonly Endpoint[] = [
  imageProxyEndpoint,
  uploadImageEndpoint,
  videoProxyEndpoint,
];
