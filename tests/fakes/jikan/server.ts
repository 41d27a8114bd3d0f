import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the fake does instead of answering properly. */
export type Misbehaviour =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** Sends half of the proper answer and hangs up. */
  | "cut-off"
  /** Takes the request and never answers. */
  | "silent"
  /** Status 200 and a page of words. */
  | "words";

export interface FakeJikan {
  baseUrl: URL;
  /** The catalog, in order; may be changed between requests. */
  animes: unknown[];
  episodes: Map<number, unknown[]>;
  relations: Map<number, unknown[]>;
  /** Paths with query that were asked for, in order. */
  requests: string[];
  /** The next requests for this path misbehave, one after the other; later ones do not. */
  misbehave(path: string, ...how: Misbehaviour[]): void;
  /** Called before each answer, with the path: for tests that change something in the middle. */
  onRequest: (path: string) => void;
  close(): Promise<void>;
}

const ANIMES_PER_PAGE = 25;
const EPISODES_PER_PAGE = 100;

/** What Jikan says when the site behind it does not answer. */
export const UPSTREAM_EXCEPTION = {
  status: 500,
  body: {
    status: 500,
    type: "UpstreamException",
    message: "Request to MyAnimeList.net failed.",
    error: "Unsupported response code",
  },
};

/** A Jikan of our own on a free port of loopback, with the shapes of the real one and worse manners where a test asks for them. */
export async function startFakeJikan(): Promise<FakeJikan> {
  const planned = new Map<string, Misbehaviour[]>();
  const fake: Omit<FakeJikan, "baseUrl" | "close"> = {
    animes: [],
    episodes: new Map(),
    relations: new Map(),
    requests: [],
    misbehave: (path, ...how) => planned.set(path, how),
    onRequest: () => undefined,
  };

  const answer = (path: string): { status: number; body: unknown } => {
    const url = new URL(path, "http://fake.test");
    const page = Number(url.searchParams.get("page") ?? "1");
    const [, , id, part] = url.pathname.slice("/v4".length).split("/");
    if (id === undefined)
      return { status: 200, body: listPage(fake.animes, page, ANIMES_PER_PAGE) };
    const rows =
      part === "episodes" ? fake.episodes.get(Number(id)) : fake.relations.get(Number(id));
    if (rows === undefined) return UPSTREAM_EXCEPTION;
    return {
      status: 200,
      body: part === "episodes" ? listPage(rows, page, EPISODES_PER_PAGE) : { data: rows },
    };
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? "/";
    const name = path.slice("/v4".length);
    fake.requests.push(name);
    fake.onRequest(name);
    const how = planned.get(name)?.shift();
    const { status, body } = answer(path);
    const text = JSON.stringify(body);
    if (how === "silent") return;
    if (how === "cut-off") {
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
      });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    } else if (how === "words") {
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Back soon</h1>");
    } else if (how !== undefined) {
      response
        .writeHead(how.status, { "content-type": "application/json", ...how.headers })
        .end(JSON.stringify(how.body ?? {}));
    } else {
      response.writeHead(status, { "content-type": "application/json" }).end(text);
    }
  };

  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(fake, {
    baseUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function listPage(rows: unknown[], page: number, perPage: number): unknown {
  const lastPage = Math.max(1, Math.ceil(rows.length / perPage));
  const data = rows.slice((page - 1) * perPage, page * perPage);
  return {
    pagination: {
      last_visible_page: lastPage,
      has_next_page: page < lastPage,
      current_page: page,
      items: { count: data.length, total: rows.length, per_page: perPage },
    },
    data,
  };
}
