import { createServer, STATUS_CODES, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

/** Times and sizes by which slow or greedy connections are ended. Node's own defaults wait for minutes. */
const LIMITS = {
  /** Until the whole head of a request has arrived. */
  headersTimeout: 15_000,
  /** Until the whole request has arrived, body included. */
  requestTimeout: 60_000,
  /** Between two requests of one connection. Above the 60 s of common load balancers, so that they close first. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
} as const;

/** The most connections at once. Beyond it new ones are dropped rather than all of them slowed. */
const MAX_CONNECTIONS = 10_000;

/** A listening-ready server with our limits; malformed requests get a short answer and lose their connection. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer({ ...LIMITS, noDelay: true, keepAlive: true }, listener);
  server.maxConnections = MAX_CONNECTIONS;
  server.on("clientError", (error: ClientError, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    socket.end(malformedRequestAnswer(refusedStatus(error)));
  });
  return server;
}

/** Resolves when the server listens; rejects with a sentence for the operator when it cannot. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new Error(listenProblem(error, port, host), { cause: error })),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/**
 * Stops taking connections and waits for the answers that are under way, at most `deadlineMs`; whatever still runs then
 * is cut.
 */
export function drain(server: Server, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function listenProblem(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === "EADDRINUSE")
    return `Port ${port} on ${host} is taken by another program. Stop that program, or set PORT to a free one.`;
  if (error.code === "EACCES")
    return `Port ${port} needs more rights than this user has. Set PORT to one above 1023.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return `This machine has no address ${host}. Set HOST to one of its own, such as 127.0.0.1 or 0.0.0.0.`;
  return `The server cannot listen on ${host}:${port} (${error.code ?? error.message}).`;
}

interface ClientError extends NodeJS.ErrnoException {
  /** What has come last. */
  rawPacket?: Buffer;
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: "The request is malformed.",
  408: "The request took too long to arrive.",
  414: "The request's address is too long.",
  431: "The request's headers are too large.",
};

/** A head that is too large is so by its address when its first line has not ended yet. */
function refusedStatus({ code, rawPacket }: ClientError): number {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  if (code !== "HPE_HEADER_OVERFLOW") return 400;
  return /^[A-Z]+ [^\r\n]*$/.test(rawPacket?.toString("latin1", 0, LIMITS.maxHeaderSize) ?? "")
    ? 414
    : 431;
}

function malformedRequestAnswer(status: number): string {
  const body = JSON.stringify({ error: REFUSALS[status], status });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    "X-Content-Type-Options: nosniff",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}
