import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";

/** Resolves to addresses, IPv4 first. Rejects with a DNS error code. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

const QUERY_OPTIONS = { timeout: 4_000, tries: 2 };

const NO_ADDRESS = new Set(["ENODATA", "ENOTFOUND"]);

/** Some DNS servers never answer AAAA queries. */
const SECOND_FAMILY_MS = 50;

/** `getaddrinfo` would block one of libuv's four threads. Ignores the hosts file. */
export function createResolveHost(): ResolveHost {
  let resolver = new Resolver(QUERY_OPTIONS);

  return async (hostname) => {
    const second = toQueryResult(resolver.resolve6(hostname), 6);
    const v4 = await toQueryResult(resolver.resolve4(hostname), 4);
    const v6 = await (v4.addresses.length > 0 ? withTimeout(SECOND_FAMILY_MS, second) : second);
    const addresses = [...v4.addresses, ...v6.addresses];
    if (addresses.length > 0) return addresses;
    const problems = [v4.problem, v6.problem].filter((problem) => problem !== undefined);
    const serious = problems.find(({ code }) => !NO_ADDRESS.has(code ?? ""));
    // The network may have changed.
    if (serious !== undefined) resolver = new Resolver(QUERY_OPTIONS);
    throw (
      serious ??
      problems[0] ??
      Object.assign(new Error("The name has no address."), { code: "ENODATA" })
    );
  };
}

interface QueryResult {
  addresses: LookupAddress[];
  problem?: NodeJS.ErrnoException;
}

function toQueryResult(question: Promise<string[]>, family: 4 | 6): Promise<QueryResult> {
  return question.then(
    (found) => ({ addresses: found.map((address) => ({ address, family })) }),
    (error: unknown) => ({ addresses: [], problem: error as NodeJS.ErrnoException }),
  );
}

async function withTimeout(ms: number, result: Promise<QueryResult>): Promise<QueryResult> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<QueryResult>((resolve) => {
    timer = setTimeout(() => resolve({ addresses: [] }), ms);
  });
  try {
    return await Promise.race([result, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
