import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";

export interface StatementCounter {
  /** PG variables that lead through the counter. */
  env: Record<string, string>;
  take(): number;
  close(): Promise<void>;
}

/** Execute and Query of PostgreSQL's protocol (53.7 of its documentation). */
const STATEMENTS = new Set(["E".charCodeAt(0), "Q".charCodeAt(0)]);
const HEADER_BYTES = 5;

/** A relay in front of Postgres. */
export async function countStatements(env: Record<string, string>): Promise<StatementCounter> {
  const { PGHOST: host = "127.0.0.1", PGPORT: port = "5432" } = env;
  let statements = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = host.startsWith("/")
      ? connect(join(host, `.s.PGSQL.${port}`))
      : connect(Number(port), host);
    for (const socket of [client, upstream]) {
      sockets.add(socket.on("error", () => socket.destroy()));
      socket.on("close", () => sockets.delete(socket));
    }
    const read = createReader(() => (statements += 1));
    client.on("data", read);
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const ownPort = typeof address === "object" && address !== null ? address.port : 0;
  return {
    env: { ...env, PGHOST: "127.0.0.1", PGPORT: String(ownPort) },
    take() {
      const taken = statements;
      statements = 0;
      return taken;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The first message has no type. */
function createReader(onStatement: () => void): (chunk: Buffer) => void {
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER_BYTES) {
      const size = isStarted ? rest.readInt32BE(1) + 1 : rest.readInt32BE(0);
      if (rest.length < size) return;
      if (isStarted && STATEMENTS.has(rest[0] ?? 0)) onStatement();
      isStarted = true;
      rest = rest.subarray(size);
    }
  };
}
