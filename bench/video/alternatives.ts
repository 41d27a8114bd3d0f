// Alternatives to the relay, each as an `Outbound` for the same video proxy. They skip the guard
// (slots, redirects, timeouts), which favours them.
import { Agent as HttpAgent, get, type ClientRequestArgs } from "node:http";
import { connect, type NetConnectOpts, type Socket } from "node:net";
import { Readable, Writable } from "node:stream";
import type { ServerResponse } from "node:http";
import { Agent, type Dispatcher } from "undici";
import type { Outbound, OutboundRequest } from "~/outbound/guarded-fetch.server";

type Headers = Record<string, string | string[] | undefined>;
type Fetch = (url: URL, headers: Record<string, string>) => Promise<Message>;
interface Message {
  status: number;
  headers: Headers;
  body: Readable;
}

export const ALTERNATIVES: Record<string, () => Fetch> = {
  "undici dispatch": undiciDispatch,
  "undici stream": undiciStream,
  "node:http": () => nodeHttp(new HttpAgent({ keepAlive: true, noDelay: true })),
  "node:http, onread": () => nodeHttp(onreadAgent()),
};

export function alternativeOutbound(name: string): Outbound {
  const fetch = ALTERNATIVES[name]?.();
  if (fetch === undefined) throw new Error(`There is no alternative called ${name}.`);
  return {
    active: 0,
    close: () => undefined,
    async fetch(source: string, request: OutboundRequest = {}) {
      const url = new URL(source);
      const { status, headers, body } = await fetch(url, {
        ...(request.headers as Record<string, string>),
        "accept-encoding": "identity",
      });
      return {
        status,
        headers,
        decoded: false,
        url,
        body,
        whole: null,
        bytes: () => body.toArray().then((chunks) => Buffer.concat(chunks as Buffer[])),
        discard: () => void body.destroy(),
      };
    },
  };
}

function undiciDispatch(): Fetch {
  const agent = new Agent({ pipelining: 1 });
  return (url, headers) =>
    new Promise((resolve, reject) => {
      let body: DirectBody | null = null;
      agent.dispatch(
        { origin: url.origin, path: url.pathname + url.search, method: "GET", headers },
        {
          onRequestStart: () => undefined,
          onResponseStart(controller, status, responseHeaders) {
            if (status < 200) return;
            body = new DirectBody({
              pause: () => controller.pause(),
              resume: () => controller.resume(),
              abort: () => controller.abort(new Error("The body was destroyed.")),
            });
            resolve({ status, headers: responseHeaders, body });
          },
          onResponseData: (_, chunk) => body?.deliver(chunk),
          onResponseEnd: () => body?.complete(),
          onResponseError(_, error) {
            body?.destroy(error);
            reject(error);
          },
        },
      );
    });
}

function undiciStream(): Fetch {
  const agent = new Agent({ pipelining: 1 });
  return (url, headers) =>
    new Promise((resolve, reject) => {
      let body: DirectBody | null = null;
      const factory = ({ statusCode, headers: responseHeaders }: Dispatcher.StreamFactoryData) => {
        let proceed: (() => void) | null = null;
        let isPaused = false;
        const directBody = new DirectBody({
          pause: () => (isPaused = true),
          resume: () => {
            isPaused = false;
            proceed?.();
            proceed = null;
          },
          abort: () => void into.destroy(),
        });
        const into = new Writable({
          write(chunk: Buffer, _, done) {
            directBody.deliver(chunk);
            if (isPaused) proceed = done;
            else done();
          },
          final(done) {
            directBody.complete();
            done();
          },
        });
        body = directBody;
        resolve({ status: statusCode, headers: responseHeaders, body: directBody });
        return into;
      };
      agent
        .stream(
          { origin: url.origin, path: url.pathname + url.search, method: "GET", headers },
          factory,
        )
        .catch((error: Error) => {
          body?.destroy(error);
          reject(error);
        });
    });
}

function nodeHttp(agent: HttpAgent): Fetch {
  return (url, headers) =>
    new Promise((resolve, reject) => {
      get(url, { agent, headers }, (message) =>
        resolve({ status: message.statusCode ?? 0, headers: message.headers, body: message }),
      ).on("error", reject);
    });
}

/**
 * Sockets read into one buffer each; Node's parser copies what it emits, so the buffer is reused.
 */
function onreadAgent(): HttpAgent {
  class OnreadAgent extends HttpAgent {
    override createConnection(options: ClientRequestArgs): Socket {
      const socket: Socket = connect({
        ...(options as NetConnectOpts),
        onread: {
          buffer: Buffer.allocUnsafeSlow(128 * 1024),
          callback: (count, buffer) => {
            socket.emit("data", Buffer.from(buffer.buffer as ArrayBuffer, 0, count));
            return true;
          },
        },
      } as NetConnectOpts);
      return socket;
    }
  }
  return new OnreadAgent({ keepAlive: true, noDelay: true });
}

interface Flow {
  pause(): void;
  resume(): void;
  abort(): void;
}

/** Writes to the viewer's socket, like the relay's. */
class DirectBody extends Readable {
  readonly #flow: Flow;
  #target: Writable | null = null;
  #finish: (() => void) | null = null;
  #isComplete = false;

  constructor(flow: Flow) {
    super({ highWaterMark: 64 * 1024 });
    this.on("error", () => undefined);
    this.#flow = flow;
  }

  deliver(chunk: Buffer): void {
    if (this.destroyed) return;
    if (this.#target === null) {
      if (!this.push(chunk)) this.#flow.pause();
    } else if (!this.#target.write(chunk) && this.#target.writableLength > 0) this.#flow.pause();
  }

  complete(): void {
    this.#isComplete = true;
    if (this.#finish === null) this.push(null);
    else this.#finish();
  }

  sendTo(outgoing: ServerResponse, isExact: boolean): void {
    for (let part: unknown = this.read(); part !== null; part = this.read()) outgoing.write(part);
    outgoing.once("close", () => void this.destroy());
    if (this.#isComplete) return void outgoing.end();
    this.once("close", () => {
      if (!this.#isComplete) outgoing.destroy();
    });
    outgoing.flushHeaders();
    const target = isExact && outgoing.socket !== null ? outgoing.socket : outgoing;
    const resume = () => this.#flow.resume();
    target.on("drain", resume);
    this.#target = target;
    this.#finish = () => {
      target.off("drain", resume);
      outgoing.end();
      this.destroy();
    };
    this.#flow.resume();
  }

  override _read(): void {
    this.#flow.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#isComplete) this.#flow.abort();
    done(error);
  }
}
