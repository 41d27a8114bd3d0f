import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";

/** All addresses of a name, IPv4 first. Rejects with an error whose `code` is one of DNS's, such as `ENOTFOUND`. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

/** Per question to one server, and how often each server is asked: an answer after that would not help a viewer any more. */
const QUESTION = { timeout: 4_000, tries: 2 };

/** DNS's ways of saying that a name has no address of a kind. */
const NOTHING = new Set(["ENODATA", "ENOTFOUND"]);

/** Once there are IPv4 addresses, how much longer IPv6 ones are waited for: some servers never answer that question. */
const SECOND_FAMILY_MS = 50;

/**
 * Asks the DNS servers of the system, but not through the system's own `getaddrinfo`: that waits in one of four threads that
 * images and files need too, and names from strangers may take long on purpose. Hence the hosts file does not count here.
 */
export function createResolveHost(): ResolveHost {
  let resolver = new Resolver(QUESTION);

  return async (hostname) => {
    const second = settled(resolver.resolve6(hostname), 6);
    const v4 = await settled(resolver.resolve4(hostname), 4);
    const v6 = await (v4.addresses.length > 0 ? atMost(SECOND_FAMILY_MS, second) : second);
    const addresses = [...v4.addresses, ...v6.addresses];
    if (addresses.length > 0) return addresses;
    const problems = [v4.problem, v6.problem].filter((problem) => problem !== undefined);
    const serious = problems.find(({ code }) => !NOTHING.has(code ?? ""));
    // The machine may have moved to another network since the servers' list was read.
    if (serious !== undefined) resolver = new Resolver(QUESTION);
    throw (
      serious ??
      problems[0] ??
      Object.assign(new Error("The name has no address."), { code: "ENODATA" })
    );
  };
}

interface Answer {
  addresses: LookupAddress[];
  problem?: NodeJS.ErrnoException;
}

function settled(question: Promise<string[]>, family: 4 | 6): Promise<Answer> {
  return question.then(
    (found) => ({ addresses: found.map((address) => ({ address, family })) }),
    (error: unknown) => ({ addresses: [], problem: error as NodeJS.ErrnoException }),
  );
}

async function atMost(ms: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve({ addresses: [] }), ms);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
