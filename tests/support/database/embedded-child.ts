import { createInterface } from "node:readline";
import postgres from "postgres";
import { EmbeddedPostgresError, startEmbeddedPostgres } from "../../../db/embedded.server";

/** A program with an embedded database, for tests that kill it. It answers every line on its input with one JSON line. */
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

try {
  const embedded = await startEmbeddedPostgres({
    dataDir: process.argv[2] ?? "",
    log: (text) => say({ log: text }),
  });
  const sql = postgres({
    ...embedded.options,
    max: 1,
    backoff: false,
    onnotice: () => undefined,
    connection: { application_name: "akari" },
  });
  await sql`create table if not exists notes (id serial)`;
  say({ started: true, owned: embedded.owned, host: embedded.options.host });
  for await (const command of createInterface({ input: process.stdin })) {
    if (command === "write") await sql`insert into notes default values`;
    if (command === "stop") {
      await sql.end();
      await embedded.stop();
    }
    say({ done: command });
    if (command === "stop") process.exit(0);
  }
} catch (error) {
  say({
    error: error instanceof Error ? error.message : String(error),
    expected: error instanceof EmbeddedPostgresError,
  });
  process.exit(1);
}
