import type { Endpoint } from "~/http/api/endpoint";
import { imageProxyEndpoint } from "./image-proxy";
import { uploadImageEndpoint } from "./upload-image";
import { videoProxyEndpoint } from "./video-proxy";

export const mediaEndpoints: readonly Endpoint[] = [
  imageProxyEndpoint,
  uploadImageEndpoint,
  videoProxyEndpoint,
];
