import { styleText } from "node:util";
import { akariCommand, shellWord } from "~/config/command";
import {
  listAttachedFiles,
  listDoubtfulGroups,
  listUnusedFiles,
  type AttachedFile,
  type DoubtfulGroup,
} from "~/features/library/list-files.server";
import { reasonText } from "~/features/library/reason-text.server";
import type { ScanResult } from "~/features/library/scan/scan-folder.server";
import { mediaFileUrl } from "~/media/files/media-file-url";
import type { Database } from "~db/client.server";
import { animes } from "~db/schema";

export interface FolderReport {
  scan: ScanResult;
  attached: AttachedFile[];
  doubtful: DoubtfulGroup[];
  skipped: { path: string; reason: string }[];
}

const MAX_LINES = 200;

const EMPTY_CATALOG = `The catalog has no titles yet, so that no file can be matched: start Akari, which loads a
few, or import more with ${akariCommand("catalog import")}. Then run ${akariCommand("media scan")}.
`;

/** Warns on stderr when there is nothing to match files with. */
export async function warnOfEmptyCatalog(db: Database): Promise<void> {
  if ((await db.$count(animes)) === 0) process.stderr.write(EMPTY_CATALOG);
}

export async function reportOn(db: Database, scan: ScanResult): Promise<FolderReport> {
  return {
    scan,
    attached: await listAttachedFiles(db, scan.folder),
    doubtful: await listDoubtfulGroups(db, scan.folder),
    skipped: [
      ...(await listUnusedFiles(db, scan.folder)),
      ...scan.skipped.map(({ path, reason }) => ({ path, reason: reasonText([reason]) })),
    ],
  };
}

export function reportJson({ scan, attached, doubtful, skipped }: FolderReport): object {
  const { folder, files, added, changed, moved, gone } = scan;
  return {
    folder,
    problem: problemText(scan),
    files,
    changes: { added, changed, moved, gone },
    attached: attached.map((file) => ({
      path: file.path,
      url: mediaFileUrl(folder, file.path),
      group: file.groupKey,
      anime: file.animeId,
      title: file.title,
      episodes: { first: file.firstEpisode, last: file.lastEpisode },
      confidence: file.confidence,
      reason: file.reason,
      note: file.problem,
    })),
    doubtful: doubtful.map((group) => ({
      group: group.groupKey,
      title: group.parsedTitle,
      files: group.files,
      example: group.example,
      reason: group.reason,
      suggestions: group.suggestions.map((suggestion) => ({
        anime: suggestion.malId,
        title: suggestion.title,
        episodes:
          suggestion.firstEpisode === null
            ? null
            : { first: suggestion.firstEpisode, last: suggestion.lastEpisode },
        confidence: suggestion.confidence,
        reason: suggestion.reason,
      })),
    })),
    skipped,
  };
}

export function reportText({ scan, attached, doubtful, skipped }: FolderReport): string {
  const lines: string[] = [];
  const { folder, files, added, changed, moved, gone } = scan;
  const problem = problemText(scan);
  lines.push(
    bold(`${folder}: ${plural(files, "video file")}`) +
      (added + changed + moved + gone === 0
        ? ", nothing new"
        : `, ${added} new, ${changed} changed, ${moved} moved, ${gone} gone`),
  );
  if (problem !== null) lines.push(`  ${problem}`);
  if (attached.length > 0) {
    lines.push("", bold(`Attached: ${plural(attached.length, "file")}`));
    lines.push(...limited(attachedLines(attached)));
  }
  if (doubtful.length > 0) {
    lines.push("", bold(`Doubtful: ${plural(doubtful.length, "group")}`));
    lines.push(...limited(doubtful.flatMap((group) => doubtfulLines(folder, group))));
  }
  if (skipped.length > 0) {
    lines.push("", bold(`Skipped: ${plural(skipped.length, "file")}`));
    lines.push(...limited(skipped.map(({ path, reason }) => `  ${printable(path)}: ${reason}`)));
  }
  return `${lines.join("\n")}\n`;
}

function problemText({ problem }: ScanResult): string | null {
  return problem === null ? null : reasonText([problem]);
}

function attachedLines(attached: readonly AttachedFile[]): string[] {
  const titles = new Map<number, AttachedFile[]>();
  for (const file of attached)
    titles.set(file.animeId, [...(titles.get(file.animeId) ?? []), file]);
  return [...titles.values()].flatMap((files) => {
    const [first] = files;
    if (first === undefined) return [];
    const notes = [...new Set(files.map(({ problem }) => problem))].filter((note) => note !== null);
    return [
      `  ${first.title} ${dim(`(${first.animeId})`)}  ${ranges(files)}  ${dim(first.reason)}`,
      ...notes.map((note) => `    ${note}`),
    ];
  });
}

function doubtfulLines(folder: string, group: DoubtfulGroup): string[] {
  return [
    `  ${printable(group.parsedTitle === "" ? group.example : group.parsedTitle)}  ${dim(plural(group.files, "file"))}, as ${printable(group.example)}`,
    `    ${group.reason}`,
    ...group.suggestions.map(
      ({ malId, title, firstEpisode, confidence }) =>
        `    ${String(Math.round(confidence * 100)).padStart(3)} %  ${title} ${dim(`(${malId})`)}${firstEpisode === null ? "" : `, episode ${firstEpisode}`}`,
    ),
    dim(
      `    ${akariCommand("media match")} ${folder} --group ${shellWord(group.groupKey)} --anime ${group.suggestions[0]?.malId ?? "ID"}`,
    ),
  ];
}

function ranges(files: readonly AttachedFile[]): string {
  const numbers = [
    ...new Set(
      files.flatMap(({ firstEpisode, lastEpisode }) =>
        Array.from({ length: lastEpisode - firstEpisode + 1 }, (_, index) => firstEpisode + index),
      ),
    ),
  ].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let at = 0; at < numbers.length;) {
    let end = at;
    while (numbers[end + 1] === (numbers[end] ?? 0) + 1) end += 1;
    parts.push(at === end ? String(numbers[at]) : `${numbers[at]}–${numbers[end]}`);
    at = end + 1;
  }
  return `${numbers.length === 1 ? "episode" : "episodes"} ${parts.join(", ")}`;
}

function limited(lines: readonly string[]): string[] {
  if (lines.length <= MAX_LINES) return [...lines];
  return [
    ...lines.slice(0, MAX_LINES),
    `  … and ${lines.length - MAX_LINES} more (--json has all)`,
  ];
}

/** Shows control characters of file names, which would move the cursor or reorder text. */
function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ""}}`);
}

const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

function plural(count: number, noun: string): string {
  return `${new Intl.NumberFormat("en").format(count)} ${noun}${count === 1 ? "" : "s"}`;
}

const isTerminal = process.stdout.isTTY;

function bold(text: string): string {
  return isTerminal ? styleText("bold", text) : text;
}

function dim(text: string): string {
  return isTerminal ? styleText("dim", text) : text;
}
