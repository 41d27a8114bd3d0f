import { akariCommand } from "~/config/command";
import { readNdjsonFile } from "~/features/import/ndjson-file.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { checkSource, type SourceCheck } from "~/features/playback/sources/check-source.server";
import { putSource, type PutSourceOutcome } from "~/features/playback/sources/put-source.server";
import { readLocalStart } from "~/features/playback/sources/read-local-start.server";
import { recheckSources } from "~/features/playback/sources/recheck-sources.server";
import { sourceInputSchema, type SourceInput } from "~/features/playback/sources/source-input";
import { createOutbound } from "~/outbound/guarded-fetch.server";
import type { Database } from "~db/client.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { describeError, ROOT, runCli } from "./run";

const USAGE = `Attaches sources to episodes. Run it while the app runs or not; adding the same address again changes it.

  ${akariCommand("sources add")} --anime 5114 --episode 1 --url https://…/master.m3u8 [options]
  ${akariCommand("sources add")} --manifest file.ndjson
  ${akariCommand("sources add")} --check

  --url        an HLS playlist, MP4 or WebM: an http(s) URL, or a path such as /media/files/…
  --language   the language of the subtitles (sub) or the audio (dub, raw), as en or pt-BR
  --kind       sub, dub or raw (default: sub)
  --label      the quality, as 1080p
  --order      lower ones are listed first (default: 0)
  --intro      the part that can be skipped, as 60-150 (seconds) or 1:00-2:30
  --outro      likewise; 21:50- means up to the end
  --manifest   a file with one source a line: {"anime": 5114, "episode": 1, "url": "…", "kind": "dub", …}
  --unchecked  attach without checking the URL
  --check      check every attached source again, and report the dead ones
  --json       prints the result as JSON

Exits with 1 when a source is refused or dead.
`;

const {
  values: given,
  positionals,
  fail,
} = parseCommandLine(USAGE, {
  anime: { type: "string" },
  episode: { type: "string" },
  url: { type: "string" },
  language: { type: "string" },
  kind: { type: "string" },
  label: { type: "string" },
  order: { type: "string" },
  intro: { type: "string" },
  outro: { type: "string" },
  manifest: { type: "string" },
  unchecked: { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
});

type Read = { source: SourceInput } | { problem: string };

function readSource(value: unknown): Read {
  const parsed = sourceInputSchema.safeParse(value);
  if (parsed.success) return { source: parsed.data };
  return {
    problem: parsed.error.issues
      .map((issue) => `${issue.path.join(".")} ${issue.message}`.trim())
      .join("; "),
  };
}

async function* manifestSources(path: string): AsyncGenerator<{ at: string; read: Read }> {
  for await (const lines of readNdjsonFile(path)) {
    for (const line of lines) {
      const at = `${path}:${line.at["line"] ?? "?"}`;
      yield { at, read: "broken" in line ? { problem: line.broken } : readSource(line.value) };
    }
  }
}

function argumentSources(): { at: string; read: Read }[] {
  const { anime, episode, url, language, kind, label, order, intro, outro } = given;
  const asNumber = (text: string | undefined) =>
    text === undefined || text.trim() === "" ? undefined : Number(text);
  const value = {
    anime: asNumber(anime),
    episode: asNumber(episode),
    url,
    language,
    kind,
    label,
    order: asNumber(order),
    intro,
    outro,
  };
  return [{ at: url ?? "", read: readSource(value) }];
}

type Check = (url: string) => Promise<SourceCheck>;

async function addAll(
  db: Database,
  sources: AsyncIterable<{ at: string; read: Read }> | Iterable<{ at: string; read: Read }>,
  check: Check | null,
  signal: AbortSignal,
): Promise<number> {
  const counts: Record<PutSourceOutcome | "refused", number> = {
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
  };
  const problems: { at: string; problem: string }[] = [];
  for await (const { at, read } of sources) {
    if (signal.aborted) break;
    const problem =
      "problem" in read
        ? read.problem
        : await add(db, read.source, check, (outcome) => (counts[outcome] += 1));
    if (problem === null) continue;
    counts.refused += 1;
    problems.push({ at, problem });
    process.stderr.write(`${at === "" ? "" : `${at}: `}${problem}\n`);
  }
  await rebuildListingBitmaps(db).catch(() => undefined);
  printResult(
    given.json,
    { ...counts, problems },
    `${counts.added} added, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.refused} refused`,
  );
  return counts.refused === 0 ? 0 : 1;
}

async function add(
  db: Database,
  source: SourceInput,
  check: Check | null,
  count: (outcome: PutSourceOutcome) => void,
): Promise<string | null> {
  const verdict = check === null ? null : await check(source.url);
  if (verdict?.alive === false) return `${verdict.problem}; not attached`;
  try {
    count(await putSource(db, source, verdict, { isBulk: given.manifest !== undefined }));
    return null;
  } catch (error) {
    return describeError(error);
  }
}

async function reportDeadSources(db: Database, check: Check, signal: AbortSignal): Promise<number> {
  const { checked, dead } = await recheckSources(db, check, { signal });
  const lines = dead.map(
    ({ anime, episode, url, problem }) =>
      `dead: anime ${anime} episode ${episode} ${url}: ${problem}`,
  );
  printResult(
    given.json,
    { checked, dead },
    [...lines, `${checked} checked, ${dead.length} dead`].join("\n"),
  );
  return dead.length === 0 ? 0 : 1;
}

const names = Object.entries(given)
  .filter(
    ([name, value]) =>
      !["unchecked", "json"].includes(name) && value !== undefined && value !== false,
  )
  .map(([name]) => name);
if (given.help === true) {
  process.stdout.write(USAGE);
} else if (positionals.length > 0) {
  fail(`Unknown argument: ${positionals.join(" ")}.`);
} else if (names.length === 0) {
  fail("Specify which source to attach.");
} else if (names.length > 1 && (given.check || given.manifest !== undefined)) {
  fail("--check and --manifest stand alone.");
} else {
  await runCli(async ({ config, database, signal }) => {
    const { db } = database;
    const outbound = createOutbound({
      allow: config.outbound.allow,
      slots: { perHost: 8, total: 16, queue: 64 },
    });
    const check: Check = (url) =>
      checkSource(url, {
        outbound,
        readOwnStart: (path) => readLocalStart(db, ROOT, path),
        signal,
      });
    try {
      if (given.check) return await reportDeadSources(db, check, signal);
      const sources =
        given.manifest === undefined ? argumentSources() : manifestSources(given.manifest);
      return await addAll(db, sources, given.unchecked ? null : check, signal);
    } finally {
      outbound.close();
    }
  });
}
