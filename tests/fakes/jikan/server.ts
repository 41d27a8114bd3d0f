import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sendJson, type Fault } from "../faults";

export interface FakeJikan {
  baseUrl: URL;
  animes: unknown[];
  /** Titles of `anime?status=airing`, `seasons/now` and `seasons/upcoming`. */
  airing: unknown[];
  season: unknown[];
  upcoming: unknown[];
  episodes: Map<number, unknown[]>;
  relations: Map<number, unknown[]>;
  characters: Map<number, unknown[]>;
  staff: Map<number, unknown[]>;
  /** Responses as `{openings, endings}`, by title. */
  themes: Map<number, unknown>;
  /** Responses of `/characters/{id}` and `/people/{id}`, by path. */
  named: Map<string, unknown>;
  /** Paths with query, in order. */
  requests: string[];
  failNext(path: string, ...faults: Fault[]): void;
  onRequest: (path: string) => void;
  close(): Promise<void>;
}

const ANIMES_PER_PAGE = 25;
const EPISODES_PER_PAGE = 100;

/** Jikan's response when MyAnimeList does not respond. */
export const UPSTREAM_EXCEPTION = {
  status: 500,
  body: {
    status: 500,
    type: "UpstreamException",
    message: "Request to MyAnimeList.net failed.",
    error: "Unsupported response code",
  },
};

/** Starts on loopback; can be made to fail. */
export async function startFakeJikan(): Promise<FakeJikan> {
  const faultsByPath = new Map<string, Fault[]>();
  const fake: Omit<FakeJikan, "baseUrl" | "close"> = {
    animes: [],
    airing: [],
    season: [],
    upcoming: [],
    episodes: new Map(),
    relations: new Map(),
    characters: new Map(),
    staff: new Map(),
    themes: new Map(),
    named: new Map(),
    requests: [],
    failNext: (path, ...faults) => faultsByPath.set(path, faults),
    onRequest: () => undefined,
  };

  const respondTo = (path: string): { status: number; body: unknown } => {
    const url = new URL(path, "http://fake.test");
    const page = Number(url.searchParams.get("page") ?? "1");
    const [, kind, id, part] = url.pathname.slice("/v4".length).split("/");
    const list = (rows: unknown[]) => ({
      status: 200,
      body: listPage(rows, page, ANIMES_PER_PAGE),
    });
    if (kind === "characters" || kind === "people") {
      const data = fake.named.get(url.pathname.slice("/v4".length));
      return data === undefined ? { status: 404, body: {} } : { status: 200, body: { data } };
    }
    if (kind === "seasons") return list(id === "now" ? fake.season : fake.upcoming);
    if (id === undefined)
      return list(url.searchParams.get("status") === "airing" ? fake.airing : fake.animes);
    if (part === undefined) {
      const title = fake.animes.find((row) => (row as { mal_id?: unknown }).mal_id === Number(id));
      return title === undefined
        ? { status: 404, body: {} }
        : { status: 200, body: { data: title } };
    }
    if (part === "episodes") {
      const rows = fake.episodes.get(Number(id));
      return rows === undefined
        ? UPSTREAM_EXCEPTION
        : { status: 200, body: listPage(rows, page, EPISODES_PER_PAGE) };
    }
    const parts = new Map<string, Map<number, unknown>>([
      ["relations", fake.relations],
      ["characters", fake.characters],
      ["staff", fake.staff],
      ["themes", fake.themes],
    ]);
    const data = parts.get(part)?.get(Number(id));
    return data === undefined ? UPSTREAM_EXCEPTION : { status: 200, body: { data } };
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? "/";
    const name = path.slice("/v4".length);
    fake.requests.push(name);
    fake.onRequest(name);
    const faults = faultsByPath.get(name)?.shift();
    const { status, body } = respondTo(path);
    sendJson(response, { status, body }, faults);
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
