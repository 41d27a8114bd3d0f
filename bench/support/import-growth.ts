import { importCatalog, type SourceChunks } from "~/features/import/import-catalog.server";
import { readNdjsonFile } from "~/features/import/ndjson-file.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { CATALOG, openOneConnection, type BenchDatabases } from "./databases";
import { processorTimeReader } from "./growth-table";
import { printTable } from "./tables";

/** New titles for a catalog, by the importer. */
const TITLES = 6_000;
const CHUNK = 500;
const FIRST_ID = 90_000_000;
const SECOND_TITLE = 11_000;

export interface ImportMeasured {
  titles: number;
  msPerTitle: number;
  /** Bitmaps and orders, of all titles. */
  endMs: number;
}

interface Row extends Record<string, unknown> {
  title: string;
  title_english: string | null;
  title_japanese: string | null;
  popularity: number | null;
}

/** Processor time of titles when a catalog has so many already. In a copy of the database. */
export async function measureImport(
  databases: BenchDatabases,
  size: number | undefined,
): Promise<ImportMeasured> {
  return databases.withCopy(size, async (database) => {
    const client = openOneConnection(database);
    try {
      const chunks = await readNewTitles();
      const readMs = await processorTimeReader(client);
      const started = readMs();
      await importCatalog(client.db, source(chunks), { skipVacuum: true });
      const imported = readMs();
      await rebuildListingBitmaps(client.db);
      return {
        titles: database.titles,
        msPerTitle: (imported - started) / TITLES,
        endMs: readMs() - imported,
      };
    } finally {
      await client.close();
    }
  });
}

export function printImports(imports: readonly ImportMeasured[]): void {
  const [first] = imports;
  if (first === undefined) return;
  printTable(
    ["titles before", "CPU ms per new title", "×", "bitmaps at the end, CPU ms", "× per title"],
    imports.map(({ titles, msPerTitle, endMs }) => [
      titles,
      msPerTitle.toFixed(2),
      (msPerTitle / first.msPerTitle).toFixed(2),
      Math.round(endMs),
      (endMs / titles / (first.endMs / first.titles)).toFixed(2),
    ]),
  );
}

/** Joins half of one name with half of another, as the generated catalogs have them. */
async function readNewTitles(): Promise<Row[][]> {
  const rows: Row[] = [];
  for await (const chunk of readNdjsonFile(CATALOG))
    for (const item of chunk) if ("value" in item) rows.push(item.value as Row);
  const chunks: Row[][] = [];
  for (let index = 0; index < TITLES; index += 1) {
    if (index % CHUNK === 0) chunks.push([]);
    const one = rows[index];
    const other = rows[index + SECOND_TITLE];
    if (one === undefined || other === undefined) break;
    chunks.at(-1)?.push({
      ...one,
      mal_id: FIRST_ID + index,
      title: `${mixed(one.title, other.title)} ${index % 9}`,
      title_english: mixed(one.title_english, other.title_english),
      title_japanese: `${one.title_japanese ?? ""}${other.title_japanese ?? ""}` || null,
      popularity: (one.popularity ?? 0) * 11,
    });
  }
  return chunks;
}

function mixed<Text extends string | null>(one: Text, other: Text): Text {
  if (one === null || other === null) return one;
  const [start, end] = [one.split(" "), other.split(" ")];
  const words = [...start.slice(0, Math.ceil(start.length / 2)), ...end.slice(end.length / 2)];
  return words.join(" ") as Text;
}

async function* source(chunks: readonly Row[][]): SourceChunks {
  for (const chunk of chunks)
    yield await Promise.resolve(chunk.map((value) => ({ value, at: {} })));
}
