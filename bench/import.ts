import { sql as fragment } from "drizzle-orm";
import { animeJson } from "~/features/catalog/anime-json.server";
import { importCatalog, type SourceChunks } from "~/features/import/import-catalog.server";
import {
  benchDatabases,
  hasFullCatalog,
  openOneConnection,
  syntheticSizes,
  type BenchDatabase,
  type BenchDatabases,
} from "./support/databases";
import { processorTimeReader } from "./support/growth-table";
import { printTable } from "./support/tables";

const CHUNK = 500;

interface WholeImport {
  titles: number;
  cpuMs: number;
  seconds: number;
}

/**
 * The import of a whole catalog into an empty database, in processor time of Node and Postgres: of
 * the real titles, and of 300,000 (1,000,000 with `--million`) generated from them.
 */
export default async function wholeImport(flags: ReadonlySet<string>): Promise<void> {
  if (!hasFullCatalog()) return;
  const databases = await benchDatabases();
  const imports: WholeImport[] = [];
  try {
    for (const size of [undefined, ...syntheticSizes(flags)])
      imports.push(await importAll(databases, await databases.open(size)));
  } finally {
    await databases.close();
  }
  const [first] = imports;
  printTable(
    ["titles", "× titles", "CPU s", "× CPU", "CPU ms per title", "wall s"],
    imports.map(({ titles, cpuMs, seconds }) => [
      titles,
      (titles / (first?.titles ?? titles)).toFixed(1),
      (cpuMs / 1_000).toFixed(1),
      (cpuMs / (first?.cpuMs ?? cpuMs)).toFixed(1),
      (cpuMs / titles).toFixed(2),
      Math.round(seconds),
    ]),
  );
}

function importAll(databases: BenchDatabases, from: BenchDatabase): Promise<WholeImport> {
  return databases.withEmpty(async (empty) => {
    const client = openOneConnection(empty);
    try {
      const readMs = await processorTimeReader(client);
      const started = { cpuMs: readMs(), at: performance.now(), reading: 0 };
      await importCatalog(
        client.db,
        readTitles(from, (ms) => (started.reading += ms)),
      );
      return {
        titles: from.titles,
        cpuMs: readMs() - started.cpuMs - started.reading,
        seconds: (performance.now() - started.at) / 1_000,
      };
    } finally {
      await client.close();
    }
  });
}

/** Yields titles as a file has them, and tells the processor time of reading them here. */
async function* readTitles(
  { client, titles }: BenchDatabase,
  onRead: (ms: number) => void,
): SourceChunks {
  let after = 0;
  for (let read = 0; read < titles; read += CHUNK) {
    const before = process.cpuUsage();
    const rows = await client.db.execute<{ id: number; json: string }>(fragment`
      SELECT a.mal_id AS id, ${animeJson} AS json
      FROM animes a WHERE mal_id > ${after} ORDER BY mal_id LIMIT ${CHUNK}`);
    const { user, system } = process.cpuUsage(before);
    onRead((user + system) / 1_000);
    after = rows.at(-1)?.id ?? after;
    yield rows.map(({ json }) => ({ value: JSON.parse(json) as unknown, at: {} }));
  }
}
