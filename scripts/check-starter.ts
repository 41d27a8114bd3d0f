/**
 * Checks shapes, coverage and texts of the starter catalog, and all facts against a reference
 * catalog if there is one: npm run starter:check [-- --data <folder>]. The folder (default:
 * ../shared/data) holds catalog.ndjson.gz, episodes.ndjson.gz and relations.ndjson.gz.
 */
import { createReadStream, existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createGunzip } from "node:zlib";
import { consistencyProblems, coverage } from "./starter/check-coverage";
import { synopsisProblems } from "./starter/check-synopsis";
import { animeDifferences, episodeDifferences, type ReferenceRow } from "./starter/compare-facts";
import { readStarter } from "./starter/read-starter";
import { type StarterCatalog } from "./starter/starter-rows";

const project = dirname(dirname(fileURLToPath(import.meta.url)));

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { data: { type: "string" } } });
  const { catalog, problems } = await readStarter(join(project, "db/starter"));
  problems.push(
    ...consistencyProblems(catalog),
    ...synopsisProblems([...catalog.animes, ...catalog.demo]),
  );
  for (const { rule, count, atLeast } of coverage(catalog)) {
    console.log(`${count < atLeast ? "✗" : "✓"} ${rule}: ${count} (at least ${atLeast})`);
    if (count < atLeast) problems.push(`${rule}: ${count}, at least ${atLeast} are wanted`);
  }
  const folder = resolve(values.data ?? join(project, "../shared/data"));
  if (existsSync(join(folder, "catalog.ndjson.gz")))
    problems.push(...(await compare(catalog, folder)));
  else if (values.data === undefined)
    console.log("– facts not compared: no reference catalog beside the project (see --data)");
  else problems.push(`${folder}: no catalog.ndjson.gz there`);

  for (const problem of problems) console.error(`✗ ${problem}`);
  console.log(
    problems.length === 0
      ? "The starter catalog is in order."
      : `${problems.length} problem${problems.length === 1 ? "" : "s"}.`,
  );
  return problems.length === 0 ? 0 : 1;
}

async function compare(catalog: StarterCatalog, folder: string): Promise<string[]> {
  const animes = new Map(catalog.animes.map((anime) => [String(anime.mal_id), anime]));
  const episodes = new Map(
    catalog.episodes.map((episode) => [`${episode.mal_id} ${episode.number}`, episode]),
  );
  const relations = new Map(
    catalog.relations.map((relation) => [
      `${relation.mal_id} ${relation.related_mal_id} ${relation.relation}`,
      relation,
    ]),
  );
  const sizes = [animes.size, episodes.size, relations.size];
  const differences: string[] = [];

  for await (const row of rows(join(folder, "catalog.ndjson.gz"))) {
    const anime = take(animes, key(row, "mal_id"));
    if (anime !== undefined) differences.push(...animeDifferences(anime, row));
  }
  for await (const row of rows(join(folder, "episodes.ndjson.gz"))) {
    const episode = take(episodes, key(row, "mal_id", "number"));
    if (episode !== undefined) differences.push(...episodeDifferences(episode, row));
  }
  for await (const row of rows(join(folder, "relations.ndjson.gz")))
    take(relations, key(row, "mal_id", "related_mal_id", "relation"));

  differences.push(
    ...missing("title", animes),
    ...missing("episode", episodes),
    ...missing("relation", relations),
  );
  console.log(
    `✓ compared ${sizes[0]} titles, ${sizes[1]} episodes and ${sizes[2]} relations with ${folder}: ${differences.length} differences`,
  );
  return differences;
}

/** Removes the value, so that the rest is what the reference lacks. */
function take<Value>(values: Map<string, Value>, id: string): Value | undefined {
  const value = values.get(id);
  values.delete(id);
  return value;
}

function key(row: ReferenceRow, ...fields: string[]): string {
  return fields.map((field) => String(row[field])).join(" ");
}

function missing(kind: string, left: Map<string, unknown>): string[] {
  return [...left.keys()].map((id) => `${kind} ${id}: not in the data`);
}

async function* rows(file: string): AsyncGenerator<ReferenceRow> {
  const lines = createInterface({
    input: createReadStream(file).pipe(createGunzip()),
    crlfDelay: Infinity,
  });
  for await (const line of lines) if (line !== "") yield JSON.parse(line) as ReferenceRow;
}

process.exitCode = await main();
