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

const IDLE_CONNECTION_MS = 15_000;
/** Idle connections of all pools; requests to many hosts leave one each. */
const MAX_IDLE_CONNECTIONS = 64;

export interface Connections {
  request(url: URL, isOpen: boolean, options: RequestOptions): ClientRequest;
  relays: RelayConnections;
  close(): void;
}

/**
 * Checks the IP address that is dialled, against DNS rebinding. Literals skip `lookup`;
 * `checkSource` checks them. Always verifies TLS.
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
  for (const agent of all) limitIdleConnections(agent, all);

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
    // The handlers run outside of the promise: a throwing `callback` must not run twice.
    resolve(hostname).then(
      (addresses) => process.nextTick(deliver, addresses),
      (error: unknown) => process.nextTick(callback, error as NodeJS.ErrnoException, []),
    );
  };
}

function limitIdleConnections(agent: HttpAgent, all: readonly HttpAgent[]): void {
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
