import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sendJson, type Fault } from "./faults";

export interface FakeService {
  baseUrl: URL;
  /** The body of a response that does not fail. */
  body: unknown;
  /** The next responses' faults; those after them do not fail. */
  faults: (Fault | null)[];
  /** Paths with query, in order. */
  requests: string[];
  onRequest: () => void;
  close(): Promise<void>;
}

/** The API of some service, on loopback; can be made to fail. */
export async function startFakeService(body: unknown): Promise<FakeService> {
  const server = createServer((request, response) => {
    fake.requests.push(request.url ?? "/");
    fake.onRequest();
    sendJson(response, { status: 200, body: fake.body }, fake.faults.shift() ?? undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const fake: FakeService = {
    baseUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`),
    body,
    faults: [],
    requests: [],
    onRequest: () => undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return fake;
}
