import { validateHeaderValue } from "node:http";
import type { OnReadOpts, Socket } from "node:net";
import type { EndSignal } from "~/outbound/exchange-clock";
import { connectionReset, isReset, malformedResponse } from "~/outbound/outbound-error";
import { ReadConnection } from "./read-connection.server";
import { RelayedMessage } from "./relayed-message.server";
import { parseResponseHead } from "./response-head";
import { WholeMessage } from "./whole-message.server";

export type Dial = (url: URL, isOpen: boolean, onread: OnReadOpts) => Socket;

export interface RelayConnections {
  /** Resolves with the head. */
  get(
    url: URL,
    isOpen: boolean,
    headers: Readonly<Record<string, string | number>>,
    signal: EndSignal,
  ): Promise<RelayedMessage | WholeMessage>;
  close(): void;
}

const IDLE_CONNECTION_MS = 15_000;
const MAX_IDLE_CONNECTIONS = 64;
/** The limit that Node has too. */
const MAX_HEAD_BYTES = 16_384;
const HEAD_END = Buffer.from("\r\n\r\n");
/** Limit for responses of 1xx (RFC 9110 section 15.2). */
export const MAX_INTERIM_RESPONSES = 16;

/** HTTP/1.1, read directly from the socket. */
export function createRelayConnections(dial: Dial): RelayConnections {
  const idle = new Map<string, ReadConnection[]>();
  let idleCount = 0;

  function takeIdle(key: string, wanted?: ReadConnection): ReadConnection | undefined {
    const waiting = idle.get(key) ?? [];
    const index = wanted === undefined ? waiting.length - 1 : waiting.indexOf(wanted);
    const [taken] = index === -1 ? [] : waiting.splice(index, 1);
    if (taken !== undefined) idleCount -= 1;
    if (waiting.length === 0) idle.delete(key);
    return taken;
  }

  function keep(key: string, connection: ReadConnection, seconds: number | null): void {
    const { socket } = connection;
    // Sent at the upstream's timeout, a request would be lost.
    const ms = Math.min(IDLE_CONNECTION_MS, seconds === null ? Infinity : seconds * 1000 - 1000);
    if (idleCount >= MAX_IDLE_CONNECTIONS || ms <= 0 || socket.destroyed || !socket.writable)
      return void socket.destroy();
    idleCount += 1;
    const waiting = idle.get(key);
    if (waiting === undefined) idle.set(key, [connection]);
    else waiting.push(connection);
    // Every read restarts the timer, so a new one per exchange is not needed.
    if (connection.idleMs !== ms) socket.setTimeout(ms);
    connection.idleMs = ms;
  }

  function open(key: string, url: URL, isOpen: boolean): ReadConnection {
    const connection = new ReadConnection((onread) => dial(url, isOpen, onread));
    connection.socket.on("timeout", () => {
      if (connection.reader === null) connection.socket.destroy();
    });
    for (const event of ["end", "close"])
      connection.socket.on(event, () => void takeIdle(key, connection));
    return connection;
  }

  return {
    async get(url, isOpen, headers, signal) {
      const key = `${url.origin} ${isOpen}`;
      const text = requestText(url, headers);
      for (;;) {
        const reused = takeIdle(key);
        const connection = reused ?? open(key, url, isOpen);
        try {
          return await exchange(connection, text, signal, (seconds) =>
            keep(key, connection, seconds),
          );
        } catch (error) {
          // A pooled connection may close while reused. Each failure removes one.
          if (reused === undefined || signal.aborted || !isReset(error)) throw error;
        }
      }
    },
    close() {
      for (const connections of idle.values())
        for (const { socket } of connections) socket.destroy();
    },
  };
}

function exchange(
  connection: ReadConnection,
  request: string,
  signal: EndSignal,
  keep: (seconds: number | null) => void,
): Promise<RelayedMessage | WholeMessage> {
  const { socket } = connection;
  return new Promise((resolve, reject) => {
    let seen = "";
    let interimHeads = 0;
    const fail = (error: Error) => {
      connection.reader = null;
      signal.removeEventListener("abort", stop);
      socket.destroy();
      reject(error);
    };
    const stop = () => fail(signal.reason);
    const broken = (error: Error | null) =>
      fail(seen !== "" ? malformedResponse() : (error ?? connectionReset()));
    const onHead = (head: string, rest: Buffer) => {
      const parsed = parseResponseHead(head);
      if (parsed.status < 200) {
        interimHeads += 1;
        // No final response follows on a closing connection.
        if (parsed.status === 101 || !parsed.keepAlive || interimHeads > MAX_INTERIM_RESPONSES)
          throw malformedResponse();
        return void read(rest);
      }
      signal.removeEventListener("abort", stop);
      const release = (isReusable: boolean) => {
        if (isReusable) keep(parsed.keepSeconds);
        else socket.destroy();
      };
      const { framing } = parsed;
      if (framing.kind === "length" && framing.length > 0 && rest.length >= framing.length) {
        connection.reader = null;
        const whole = new WholeMessage(parsed, rest.subarray(0, framing.length));
        release(parsed.keepAlive && rest.length === framing.length);
        return resolve(whole);
      }
      const message = new RelayedMessage(connection, parsed, release);
      if (connection.reader !== null) connection.reader = message;
      resolve(message);
      if (rest.length > 0) message.bytes(rest);
    };
    const read = (view: Buffer): void => {
      const before = seen.length;
      // The head may have arrived in one read; what follows it need not become a string.
      const headEnd = before === 0 ? view.indexOf(HEAD_END) : -1;
      const length = headEnd === -1 ? MAX_HEAD_BYTES : Math.min(headEnd + 4, MAX_HEAD_BYTES);
      seen += view.toString("latin1", 0, length);
      const end = seen.indexOf("\r\n\r\n");
      if ((end === -1 ? seen.length : end) > MAX_HEAD_BYTES - 4) throw malformedResponse();
      if (end === -1) return;
      const head = seen.slice(0, end);
      seen = "";
      onHead(head, view.subarray(end + 4 - before));
    };
    connection.reader = {
      bytes(view) {
        try {
          read(view);
        } catch (error) {
          fail(error as Error);
        }
      },
      finished: () => broken(null),
      lost: broken,
    };
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) return stop();
    socket.write(request, "latin1");
  });
}

function requestText(url: URL, headers: Readonly<Record<string, string | number>>): string {
  let text = `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: keep-alive\r\n`;
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderValue(name, String(value));
    text += `${name}: ${value}\r\n`;
  }
  return `${text}\r\n`;
}
