import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** `npm run metrics [-- <checkout>]`. Tests only count for line length. */
const root = process.argv[2] ?? ".";
const LONG_LINE = 120;
const WORDS: Readonly<Record<string, RegExp>> = {
  answer: /\banswer\w*/gi,
  address: /\baddress\w*/gi,
  "anybody, somebody, nobody, everybody": /\b(any|some|no|every)body\w*/gi,
  response: /\bresponse\w*/gi,
  URL: /\burls?\b/gi,
  user: /\busers?\b/gi,
};

const files = execFileSync("git", ["-C", root, "ls-files", "*.ts", "*.tsx", "*.mjs"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !file.startsWith("tests/fixtures/"));
const isTest = (file: string) => file.startsWith("tests/") || /\.(test|spec)\.\w+$/.test(file);

const fileLengths: number[] = [];
const functionLengths: number[] = [];
let lines = 0;
let longLines = 0;
let maxLength = 0;
let sourceLines = 0;
let commentLines = 0;
let comments = "";

for (const file of files) {
  const text = readFileSync(join(root, file), "utf8");
  const rows = text.split("\n");
  lines += rows.length;
  longLines += rows.filter((row) => row.length > LONG_LINE).length;
  maxLength = Math.max(maxLength, ...rows.map((row) => row.length));
  if (isTest(file)) continue;
  fileLengths.push(rows.length);
  sourceLines += rows.filter((row) => row.trim() !== "").length;
  for (const row of rows) {
    const comment = /^\s*(?:\/\/|\/?\*+)(?!\/)\s?(.*?)\s*(?:\*\/)?$/.exec(row)?.[1];
    if (comment === undefined) continue;
    commentLines += 1;
    comments += ` ${comment}`;
  }
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined)
      functionLengths.push(lineOf(node.end) - lineOf(node.getStart()) + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

const words = comments.split(/\s+/).filter(Boolean).length;
const perTenThousand = (pattern: RegExp) =>
  Math.round(((comments.match(pattern)?.length ?? 0) / words) * 10_000);
const rows: [string, string | number][] = [
  ["files", files.length],
  ["lines", lines],
  [`lines over ${LONG_LINE} columns`, `${longLines} (${((longLines / lines) * 100).toFixed(2)} %)`],
  ["longest line", maxLength],
  ["file length, median / p90", `${quantile(fileLengths, 0.5)} / ${quantile(fileLengths, 0.9)}`],
  [
    "function length, median / p90",
    `${quantile(functionLengths, 0.5)} / ${quantile(functionLengths, 0.9)}`,
  ],
  ["comment lines", `${((commentLines / sourceLines) * 100).toFixed(1)} %`],
  ["words in comments", words],
  ...Object.entries(WORDS).map(([name, pattern]): [string, number] => [
    `"${name}" in 10,000 words of comments`,
    perTenThousand(pattern),
  ]),
];
console.log("| figure | value |\n|---|---|");
for (const [name, value] of rows) console.log(`| ${name} | ${value} |`);
