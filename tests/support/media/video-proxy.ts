import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { endpoints } from "~/routes/api/endpoints.server";
import type { MediaOrigin } from "../../fakes/media-origin";
import { listeningProcess } from "../server/process";

/** What came back over the socket. `complete` is false when the connection broke off before the announced end. */
export interface ProxyAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  complete: boolean;
}

export interface ProxyClient {
  origin: string;
  port: number;
  /** Asks the video proxy for an address. */
  get(source: string, headers?: Record<string, string>, method?: string): Promise<ProxyAnswer>;
}

/** A whole process whose video proxy may reach the given origins, and a client of it without the niceties of `fetch`. */
export async function videoProxyClient(
  origins: readonly MediaOrigin[],
  environment: Record<string, string> = {},
): Promise<ProxyClient> {
  const { origin, port } = await listeningProcess({
    endpoints,
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
      exchange(`${origin}/api/videoProxy?url=${encodeURIComponent(source)}`, headers, method),
  };
}

/** One request and its whole answer. */
export function exchange(
  url: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<ProxyAnswer> {
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
