import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { sendJson, type Fault } from "./faults";

interface Call {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
}

export interface FakeService {
  baseUrl: URL;
  /** The body of a response that does not fail. */
  body: unknown;
  /** The next responses' faults; those after them do not fail. */
  faults: (Fault | null)[];
  /** Paths with query, in order. */
  requests: string[];
  /** The same requests, once their bodies have arrived. */
  calls: Call[];
  onRequest: () => void;
  close(): Promise<void>;
}

/** The API of some service, on loopback; can be made to fail. */
export async function startFakeService(body: unknown): Promise<FakeService> {
  const server = createServer((request, response) => {
    const { method = "", url: path = "/", headers } = request;
    fake.requests.push(path);
    fake.onRequest();
    const { calls } = fake;
    const fault = fake.faults.shift() ?? undefined;
    buffer(request).then(
      (bytes) => {
        calls.push({ method, path, headers, body: bytes.toString(), bytes });
        sendJson(response, { status: 200, body: fake.body }, fault);
      },
      () => response.destroy(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const fake: FakeService = {
    baseUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`),
    body,
    faults: [],
    requests: [],
    calls: [],
    onRequest: () => undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return fake;
}
