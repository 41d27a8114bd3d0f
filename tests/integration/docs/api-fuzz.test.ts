// @module-tag nightly
import { Agent, request as sendHttp } from "node:http";
import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { RATE_LIMIT_DEFAULTS } from "~/config/rate-limits";
import { startSite } from "../../support/server/site";
import { addAnimes, addEpisodes, addRelation, indexForSearch } from "../../factories/anime";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { createApiFuzzer, type FuzzedRequest } from "../../support/fuzz/api-requests";
import { validateAgainstContract } from "../../support/server/api-contract";
import { signUpClient } from "../../support/server/signed-in";

const REQUESTS = Number(process.env["API_FUZZ_REQUESTS"] ?? 1_500);
const SEED = Number(process.env["API_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 32));
const CONCURRENCY = 8;
const MAX_RESIDENT_BYTES = 1024 ** 3;

/** Parts of exceptions, SQL and stacks. */
const LEAK =
  /\bselect\b[^"]{0,200}\bfrom\b|\binsert into\b|\bviolates\b|syntax error|drizzle|postgres|node_modules|\bat [\w.<>]+ \(|\.server\.[jt]s|ECONN|TypeError|RangeError|ZodError/i;
/** Endpoints that end the session that the other requests need. */
const ENDS_THE_SESSION = /^\/api\/(?:auth\/signout|user\/(?:account|sessions|password))/;

const database = await testDatabase();

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

function send(
  origin: string,
  agent: Agent,
  { method, path, headers, body }: FuzzedRequest,
): Promise<Received> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = sendHttp(
      {
        hostname,
        port,
        method,
        path,
        agent,
        headers: { ...headers, "content-length": body?.length ?? 0 },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
}

/** A 503 with `Retry-After` is fine. */
function problemOf(request: FuzzedRequest, { status, headers, text }: Received): string | null {
  if (status === 503 && headers["retry-after"] !== undefined) return null;
  if (status >= 500) return `is ${status}`;
  if (status === 429 && headers["retry-after"] === undefined) return "429 without Retry-After";
  const contentType = String(headers["content-type"] ?? "");
  const isPlain = headers["content-encoding"] === undefined;
  if (status >= 400 && isPlain) {
    if (LEAK.test(text)) return "leaks";
    // React Router's page data has its own error format.
    const isJson = request.method !== "HEAD" && !request.path.includes(".data");
    if (isJson && !hasErrorShape(contentType, text, status)) return "has not the shape of an error";
  }
  // Refused before its path is known.
  if (status === 414 || status === 431) return null;
  const isDocumented = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(request.method);
  if (!isDocumented || !isPlain || request.path.includes(".data") || status === 404) return null;
  try {
    validateAgainstContract({ ...request, status, contentType, text });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function hasErrorShape(contentType: string, text: string, status: number): boolean {
  if (!contentType.startsWith("application/json")) return false;
  const { error, status: told } = JSON.parse(text) as { error: unknown; status?: unknown };
  if (typeof error === "string") return error.length > 0 && told === status;
  const nested = error as { message?: unknown; statusCode?: unknown };
  return typeof nested.message === "string" && nested.statusCode === status;
}

const residentBytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;

async function sendGeneratedRequests(): Promise<{ problems: string[]; peakBytes: number }> {
  console.log(`API fuzz: seed ${SEED}`);
  const { db } = database;
  await addAnimes(
    db,
    ...Array.from({ length: 40 }, (_, index) => ({
      mal_id: 1 + index,
      title: `Harbor ${1 + index}`,
      genres: ["Drama"],
      studios: ["Bones"],
      ...(index % 10 === 9 ? { rating: "Rx - Hentai" } : {}),
    })),
  );
  await addEpisodes(db, 1, 1, 12);
  await addRelation(db, 1, "SEQUEL", 2);
  await indexForSearch(db);
  const server = await startSite({
    ...databaseEnvironment(database.options),
    RATE_LIMITS: Object.keys(RATE_LIMIT_DEFAULTS)
      .map((limit) => `${limit}=100000000/60`)
      .join(","),
  });
  onTestFinished(() => server.stop());
  const client = await signUpClient(server.url);
  const next = createApiFuzzer({
    seed: SEED,
    known: {
      id: [1, 2, 10, "1"],
      mal_id: [1, 2, 10],
      animeId: [1, "2", 10, 41],
      animeIds: [[1, 2], [3]],
      ep: [1, 12, 13],
      episode: [1, 12],
      q: ["harbor", "harbour 7"],
      search_query: ["harbor"],
      email: ["fuzz@akari.test"],
      password: ["Correct-Horse-7"],
      username: ["Faye"],
      url: ["http://127.0.0.1:1/a.png", "https://"],
    },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  onTestFinished(() => agent.destroy());
  const statuses = new Map<number, number>();
  const problems: string[] = [];
  let sent = 0;
  let peak = 0;
  const work = async () => {
    while (sent < REQUESTS && problems.length < 20) {
      sent += 1;
      const request = next();
      const isSignedIn = sent % 4 !== 0 && !ENDS_THE_SESSION.test(request.path);
      const headers = { ...request.headers, ...(isSignedIn ? { cookie: client.cookie } : {}) };
      const received = await send(server.url, agent, { ...request, headers }).catch(
        (error: unknown) => String(error),
      );
      if (sent % 200 === 0) peak = Math.max(peak, residentBytes(server.pid));
      const problem = typeof received === "string" ? received : problemOf(request, received);
      if (typeof received !== "string")
        statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
      if (problem !== null)
        problems.push(
          `${request.method} ${request.path.slice(0, 300)} ${JSON.stringify(request.headers)} ` +
            `${request.body?.toString().slice(0, 300) ?? ""}: ${problem.slice(0, 300)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const counts = [...statuses].sort(([one], [other]) => one - other);
  console.log(
    `API fuzz: ${sent} requests, ${counts.map(([status, count]) => `${status}: ${count}`).join(", ")}; ` +
      `${Math.round(peak / 1024 ** 2)} MiB at most`,
  );
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  return { problems, peakBytes: peak };
}

let run: ReturnType<typeof sendGeneratedRequests> | undefined;
/** One run for both tests. */
const generated = () => (run ??= sendGeneratedRequests());

it(`responds properly to ${REQUESTS} requests generated from the document`, async () => {
  expect((await generated()).problems).toEqual([]);
});

it(`takes at most a gigabyte for ${REQUESTS} requests`, { tags: "nightly" }, async () => {
  expect((await generated()).peakBytes).toBeLessThan(MAX_RESIDENT_BYTES);
});
