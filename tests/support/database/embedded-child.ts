import { createInterface } from "node:readline";
import postgres from "postgres";
import { EmbeddedPostgresError, startEmbeddedPostgres } from "../../../db/embedded.server";

/** Runs an embedded database for tests that kill it; responds to each input line with JSON. */
const send = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

try {
  const embedded = await startEmbeddedPostgres({
    dataDir: process.argv[2] ?? "",
    log: (text) => send({ log: text }),
  });
  const sql = postgres({
    ...embedded.options,
    max: 1,
    backoff: false,
    onnotice: () => undefined,
    connection: { application_name: "akari" },
  });
  await sql.begin(async (tx) => {
    // IF NOT EXISTS alone fails for programs that create it together.
    await tx`SELECT pg_advisory_xact_lock(1)`;
    await tx`CREATE TABLE IF NOT EXISTS notes (id serial)`;
  });
  send({ started: true, owned: embedded.owned, host: embedded.options.host });
  for await (const command of createInterface({ input: process.stdin })) {
    if (command === "write") await sql`INSERT INTO notes default VALUES`;
    if (command === "stop") {
      await sql.end();
      await embedded.stop();
    }
    send({ done: command });
    if (command === "stop") process.exit(0);
  }
} catch (error) {
  send({
    error: error instanceof Error ? error.message : String(error),
    expected: error instanceof EmbeddedPostgresError,
  });
  process.exit(1);
}
