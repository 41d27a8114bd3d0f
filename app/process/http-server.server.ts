import { createServer, STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import { errorShapeOf } from "~/http/response/error-response.server";
import { OutgoingResponse } from "~/http/response/outgoing-response.server";
import { BASE_HEADERS } from "~/http/response/security-headers";

/** Limits slow clients; Node's own are minutes. */
export const HTTP_LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  /** The timeout is longer than load balancers' 60 s, so that they close first. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
} as const;

const MAX_CONNECTIONS = 10_000;

export type ProcessListener = (incoming: IncomingMessage, outgoing: OutgoingResponse) => void;

export function createHttpServer(
  listener: ProcessListener,
  limits: Readonly<Record<keyof typeof HTTP_LIMITS, number>> = HTTP_LIMITS,
): Server {
  const server = createServer(
    { ...limits, noDelay: true, keepAlive: true, ServerResponse: OutgoingResponse },
    listener,
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on("clientError", (error: ClientError, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    socket.end(malformedRequestResponse(clientErrorStatus(error), error));
  });
  return server;
}

/** Rejects with a message for the operator. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new Error(describeListenError(error, port, host), { cause: error })),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** Waits `deadlineMs` for responses, then closes the rest. */
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

function describeListenError(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === "EADDRINUSE")
    return `Port ${port} on ${host} is in use by another program. Stop that program, or set PORT to a free one.`;
  if (error.code === "EACCES")
    return `Port ${port} needs more rights than this user has. Set PORT to one above 1023.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return `This machine has no address ${host}. Set HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.`;
  return `The server cannot listen on ${host}:${port} (${error.code ?? error.message}).`;
}

interface ClientError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
}

const ERROR_MESSAGES: Readonly<Record<number, string>> = {
  400: "The request is malformed.",
  408: "The request took too long to arrive.",
  414: "The request's address is too long.",
  431: "The request's headers are too large.",
};

/** Answers 414 when no line break arrived, since the URL was too long. */
function clientErrorStatus({ code, rawPacket }: ClientError): number {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  if (code !== "HPE_HEADER_OVERFLOW") return 400;
  return /^[A-Z]+ [^\r\n]*$/.test(rawPacket?.toString("latin1", 0, HTTP_LIMITS.maxHeaderSize) ?? "")
    ? 414
    : 431;
}

/** Responds in the shape of the path, and without a body to HEAD, as far as the packet shows. */
function malformedRequestResponse(status: number, { rawPacket }: ClientError): string {
  const start = rawPacket?.toString("latin1", 0, 100) ?? "";
  const [, method, path = ""] = /^([A-Z]+) ([^\s?]*)/.exec(start) ?? [];
  const message = ERROR_MESSAGES[status];
  const body = JSON.stringify(
    errorShapeOf(path) === "nested"
      ? { error: { message, type: "validation", statusCode: status } }
      : { error: message, status },
  );
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    ...Object.entries(BASE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    method === "HEAD" ? "" : body,
  ].join("\r\n");
}
