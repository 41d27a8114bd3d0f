import postgres from "postgres";
import { DATABASE, readPassword, ROLE } from "~db/embedded/cluster.server";
import { filesIn } from "~db/embedded/placement.server";
import { runningDatabases } from "../../../scripts/support/data-dir";

/** Runs queries in the running database of a data folder, on a connection of its own. */
export async function queryEmbedded<Result>(
  dataDir: string,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const [running] = runningDatabases(dataDir);
  if (running === undefined) throw new Error("The database does not run.");
  const sql = postgres({
    host: running.host,
    port: running.port,
    user: ROLE,
    password: readPassword(filesIn(dataDir)) ?? "",
    database: DATABASE,
    max: 1,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { application_name: "outsider" },
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
