import { readFile } from "node:fs/promises";
import { akariCommand } from "~/config/command";
import { Invalid } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { animePath } from "~/features/catalog/view/anime-path";
import { addTitle } from "~/features/curation/add-title.server";
import type { Facts } from "~/features/import/corrections/correct-title.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Adds a title that no other site knows, such as home videos, and prints its id.

  ${akariCommand("titles add")} "Summer 2024" [options]

  --english, --japanese  further names
  --type                 TV, Movie, OVA, ONA, Special, Music, CM, PV or "TV Special"
  --status               "Finished Airing", "Currently Airing" or "Not yet aired"
  --episodes             how many; --episode-titles FILE has a line for each instead
  --duration             as "24 min per ep" or "1 hr 55 min"
  --season, --year       Winter, Spring, Summer or Fall, and the year
  --rating               G, PG, PG-13, R, R+ or Rx
  --mature               for adults, hidden by parental control: the same as --rating Rx
  --genres, --studios    names separated by commas
  --synopsis             a text
  --image                the URL of a cover; covers are uploaded at /admin/titles/<id>
  --json                 prints the result as JSON

Exit codes: 0 done, 1 refused or failed (the reason is on stderr), 130 interrupted.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, {
  english: { type: "string" },
  japanese: { type: "string" },
  type: { type: "string" },
  status: { type: "string" },
  episodes: { type: "string" },
  "episode-titles": { type: "string" },
  duration: { type: "string" },
  season: { type: "string" },
  year: { type: "string" },
  rating: { type: "string" },
  mature: { type: "boolean", default: false },
  genres: { type: "string" },
  studios: { type: "string" },
  synopsis: { type: "string" },
  image: { type: "string" },
  json: { type: "boolean" },
});

/** The option behind a fact, where the two differ. */
const OPTIONS: Readonly<Record<string, string>> = {
  title_english: "english",
  title_japanese: "japanese",
};

function toNumber(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text.trim())) fail(`--${name} is a number, not "${text}".`);
  return Number(text);
}

const toNames = (text = ""): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

const [title, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (title === undefined || more.length > 0) {
  fail("Specify one title, in quotation marks.");
} else if (values.mature && values.rating !== undefined) {
  fail("--mature and --rating cannot be combined.");
} else if (values.image !== undefined && !/^https?:\/\//i.test(values.image)) {
  fail("--image takes an http or https URL.");
} else {
  const facts: Facts = {
    title,
    title_english: values.english ?? null,
    title_japanese: values.japanese ?? null,
    type: values.type ?? null,
    status: values.status ?? null,
    episodes: toNumber("episodes", values.episodes),
    duration: values.duration ?? null,
    season: values.season ?? null,
    year: toNumber("year", values.year),
    rating: values.mature ? "Rx" : (values.rating ?? null),
    genres: toNames(values.genres),
    studios: toNames(values.studios),
    synopsis: values.synopsis ?? null,
  };
  const file = values["episode-titles"];
  await runCli(async ({ database: { db } }) => {
    const lines = file === undefined ? null : await readFile(file, "utf8");
    const episodes = lines?.trimEnd().split(/\r?\n/);
    try {
      const given = { facts, image: values.image ?? null, episodes };
      const id = await addTitle(db, given, (tx, added) =>
        recordAudit(tx, { via: "command" }, { action: "title.added", details: { title: added } }),
      );
      const path = animePath({ mal_id: id, title });
      printResult(values.json, { id, path }, `Added "${title}" with the id ${id}: ${path}`);
      return 0;
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const flags = error.issues.map(({ path }) => `--${OPTIONS[path] ?? path}`);
      throw new Error(`Not accepted: ${flags.join(", ")}.`, { cause: error });
    }
  });
}
