import { lookup as systemLookup, type LookupAddress } from "node:dns";
import {
  Agent as HttpAgent,
  type ClientRequest,
  type RequestOptions,
  request as httpRequest,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { connect, isIP, type LookupFunction } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { isPublicAddress } from "./public-address";
import {
  createRelayConnections,
  type Dial,
  type RelayConnections,
} from "./relay/relay-connections.server";
import type { ResolveHost } from "./resolve-host.server";
import { notPublic } from "./source-rules";

/** How long an unused connection is kept for the next request to its host. */
const IDLE_CONNECTION_MS = 15_000;
/** Unused connections kept altogether. Requests to ever new hosts would leave one each. */
const MAX_IDLE_CONNECTIONS = 64;

export interface Connections {
  /** Starts a request whose connection is one that `isOpen` says may go anywhere, or else goes to a public address. */
  request(url: URL, isOpen: boolean, options: RequestOptions): ClientRequest;
  /** Connections by the same rule, for bodies that are passed on as they are. */
  relays: RelayConnections;
  close(): void;
}

/**
 * Connections whose address is checked where it is dialled: what `lookup` returns is what is connected to, so a name that
 * changes its answer between check and connect gains nothing. Literals never reach `lookup`; `checkSource` has judged them.
 * Hosts that the operator opened use the system's resolver, which knows the hosts file, and a pool of their own.
 * TLS certificates are always verified, also where the environment says otherwise.
 */
export function createConnections(resolve: ResolveHost): Connections {
  const options = {
    keepAlive: true,
    noDelay: true,
    timeout: IDLE_CONNECTION_MS,
    scheduling: "lifo",
  } as const;
  const tls = { rejectUnauthorized: true, minVersion: "TLSv1.2" } as const;
  const guarded = { ...options, lookup: publicLookup(resolve) };
  const open = { ...options, lookup: systemLookup as LookupFunction };
  const agents = {
    guarded: { "http:": new HttpAgent(guarded), "https:": new HttpsAgent({ ...guarded, ...tls }) },
    open: { "http:": new HttpAgent(open), "https:": new HttpsAgent({ ...open, ...tls }) },
  };
  const dial: Dial = (url, isOpen, onread) => {
    const { hostname, port, protocol } = url;
    const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
    const target = {
      host,
      port: Number(port || (protocol === "https:" ? 443 : 80)),
      lookup: isOpen ? open.lookup : guarded.lookup,
      noDelay: true,
      onread,
    };
    return protocol === "https:"
      ? tlsConnect({ ...target, ...tls, servername: isIP(host) === 0 ? host : "" })
      : connect(target);
  };
  const relays = createRelayConnections(dial);
  const all = [...Object.values(agents.guarded), ...Object.values(agents.open)];
  for (const agent of all) boundIdle(agent, all);

  return {
    request(url, isOpen, requestOptions) {
      const pool = isOpen ? agents.open : agents.guarded;
      return url.protocol === "https:"
        ? httpsRequest(url, { ...requestOptions, agent: pool["https:"] })
        : httpRequest(url, { ...requestOptions, agent: pool["http:"] });
    },
    relays,
    close() {
      for (const agent of all) agent.destroy();
      relays.close();
    },
  };
}

/** Every address of the answer counts: private ones are left out, and an answer with nothing else is refused. */
function publicLookup(resolve: ResolveHost): LookupFunction {
  return (hostname, options, callback) => {
    const deliver = (addresses: LookupAddress[]) => {
      const open = addresses.filter(
        ({ address, family }) =>
          isPublicAddress(address) && (!options.family || options.family === family),
      );
      const first = open[0];
      if (first === undefined) callback(notPublic(), []);
      else if (options.all) callback(null, open);
      else callback(null, first.address, first.family);
    };
    // Outside the promise, so that an exception in the caller's callback does not become a second call of it.
    resolve(hostname).then(
      (addresses) => process.nextTick(deliver, addresses),
      (error: unknown) => process.nextTick(callback, error as NodeJS.ErrnoException, []),
    );
  };
}

function boundIdle(agent: HttpAgent, all: readonly HttpAgent[]): void {
  const keeps = agent.keepSocketAlive.bind(agent);
  const idle = () =>
    all.reduce(
      (sum, { freeSockets }) =>
        sum +
        Object.values(freeSockets).reduce((count, sockets) => count + (sockets?.length ?? 0), 0),
      0,
    );
  agent.keepSocketAlive = (socket) => idle() < MAX_IDLE_CONNECTIONS && keeps(socket);
}
