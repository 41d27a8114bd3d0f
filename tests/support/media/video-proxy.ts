import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { MediaOrigin } from "../../fakes/media-origin";
import { startProcess } from "../server/process";

/** `complete` is false when the connection closed before Content-Length. */
export interface ProxyResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  complete: boolean;
}

export interface ProxyClient {
  origin: string;
  port: number;
  get(source: string, headers?: Record<string, string>, method?: string): Promise<ProxyResponse>;
}

/** A process whose video proxy may reach the origins, with a raw HTTP client. */
export async function createVideoProxyClient(
  origins: readonly MediaOrigin[],
  environment: Record<string, string> = {},
): Promise<ProxyClient> {
  const { origin, port } = await startProcess({
    environment: {
      OUTBOUND_ALLOW: origins.map(({ host }) => host).join(","),
      RATE_LIMITS: "videoProxy=1000000/60",
      ...environment,
    },
  });
  return {
    origin,
    port,
    get: (source, headers, method) =>
      sendRequest(`${origin}/api/videoProxy?url=${encodeURIComponent(source)}`, headers, method),
  };
}

export function sendRequest(
  url: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<ProxyResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => undefined);
      response.on("close", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          complete: response.complete,
        }),
      );
    });
    request.on("error", reject);
    request.end();
  });
}
