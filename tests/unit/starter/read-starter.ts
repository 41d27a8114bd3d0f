import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type z } from "zod";
import {
  starterAnimeSchema,
  starterCharacterSchema,
  starterEpisodeSchema,
  starterRelationSchema,
  starterStaffSchema,
  starterThemesSchema,
  type StarterCatalog,
} from "./starter-rows";

/** Files above this size are hard to review and slow to diff. */
const MAX_FILE_BYTES = 400_000;

/** The valid rows, and a message for each invalid line or file. */
export interface StarterReading {
  catalog: StarterCatalog;
  problems: string[];
}

export async function readStarter(folder: string): Promise<StarterReading> {
  const problems: string[] = [];
  const read = async <Schema extends z.ZodObject>(
    file: string,
    schema: Schema,
  ): Promise<z.infer<Schema>[]> => {
    const path = join(folder, file);
    const { size } = await stat(path);
    if (size > MAX_FILE_BYTES) problems.push(`${file}: ${size} bytes, more than ${MAX_FILE_BYTES}`);
    const text = await readFile(path, "utf8");
    if (!text.endsWith("\n")) problems.push(`${file}: the last line has no end`);
    return text
      .split("\n")
      .slice(0, -1)
      .flatMap((line, index) =>
        parseLine(line, schema, (problem) => problems.push(`${file}:${index + 1}: ${problem}`)),
      );
  };
  const animeFiles = (await readdir(join(folder, "animes")))
    .filter((file) => file.endsWith(".ndjson"))
    .sort();
  const animes = await Promise.all(
    animeFiles.map((file) => read(`animes/${file}`, starterAnimeSchema)),
  );
  const [episodes, relations, characters, staff, themes, demo, demoEpisodes] = await Promise.all([
    read("episodes.ndjson", starterEpisodeSchema),
    read("relations.ndjson", starterRelationSchema),
    read("characters.ndjson", starterCharacterSchema),
    read("staff.ndjson", starterStaffSchema),
    read("themes.ndjson", starterThemesSchema),
    read("demo.ndjson", starterAnimeSchema),
    read("demo-episodes.ndjson", starterEpisodeSchema),
  ]);
  return {
    catalog: {
      animes: animes.flat(),
      episodes,
      relations,
      characters,
      staff,
      themes,
      demo,
      demoEpisodes,
    },
    problems,
  };
}

function parseLine<Schema extends z.ZodObject>(
  line: string,
  schema: Schema,
  report: (problem: string) => void,
): z.infer<Schema>[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    report("is not JSON");
    return [];
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) report(`${issue.path.join(".")}: ${issue.message}`);
    return [];
  }
  const order = Object.keys(schema.shape).filter((key) => Object.hasOwn(value as object, key));
  if (order.join() !== Object.keys(value as object).join())
    report("has its fields in another order than the schema");
  return [parsed.data];
}
