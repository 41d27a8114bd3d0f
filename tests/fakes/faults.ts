import type { ServerResponse } from "node:http";

/** How a fake of another service's API misbehaves once. */
export type Fault =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** Sends half of the response and closes the connection. */
  | "cut-off"
  /** Sends half of the response and nothing more. */
  | "stalled"
  | "silent"
  /** Status 200 with an HTML page. */
  | "words"
  /** A body without end. */
  | "huge";

/** Responds with JSON, or as the fault says. */
export function sendJson(
  response: ServerResponse,
  { status, body }: { status: number; body: unknown },
  fault?: Fault,
): void {
  const text = JSON.stringify(body);
  if (fault === "silent") return;
  if (fault === "cut-off" || fault === "stalled") {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    response.write(text.slice(0, text.length / 2), () => {
      if (fault === "cut-off") response.destroy();
    });
  } else if (fault === "words") {
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Back soon</h1>");
  } else if (fault === "huge") {
    response.writeHead(200, { "content-type": "application/json" });
    const chunk = " ".repeat(64 * 1024);
    const fill = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", fill);
    fill();
  } else if (fault !== undefined) {
    response
      .writeHead(fault.status, { "content-type": "application/json", ...fault.headers })
      .end(JSON.stringify(fault.body ?? {}));
  } else {
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  }
}
