import { z } from "zod";
import { canonicalMediaUrl } from "~/media/files/media-file-url";
import { parseUrl } from "~/parsing/parse-url";

export interface TimeRange {
  start: number;
  end: number;
}

export const SOURCE_KINDS = ["sub", "dub", "raw"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

const MAX_SECONDS = 86_400;
const TIME_RANGE = /^\s*((?:\d+:)?\d+(?:\.\d+)?)\s*-\s*((?:\d+:)?\d+(?:\.\d+)?)?\s*$/;

/** Parses `60-150`, `1:00-2:30` or `1310-`, whose `end` is Infinity; null for anything else. */
export function parseTimeRange(text: string): TimeRange | null {
  const match = TIME_RANGE.exec(text);
  if (match === null) return null;
  const start = parseSeconds(match[1] ?? "");
  const end = match[2] === undefined ? Infinity : parseSeconds(match[2]);
  return start < end && start <= MAX_SECONDS && (end <= MAX_SECONDS || end === Infinity)
    ? { start, end }
    : null;
}

function parseSeconds(text: string): number {
  return text.split(":").reduce((total, part) => total * 60 + Number(part), 0);
}

const timeRange = z
  .string()
  .transform((text, context): TimeRange => {
    const read = parseTimeRange(text);
    if (read !== null) return read;
    context.addIssue({
      code: "custom",
      message: `must be like 60-150 or 1:00-2:30, in seconds or minutes, not "${text}"`,
    });
    return z.NEVER;
  })
  .nullish()
  .transform((value) => value ?? null);

const optionalText = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .nullish()
    .transform((value) => value ?? null);

const sourceUrl = z
  .string("must be an http or https address, or a path such as /media/files/…")
  .trim()
  .max(4_000)
  .refine(
    (text) => /^\/media\/./.test(text) || (/^https?:\/\//i.test(text) && parseUrl(text) !== null),
    "must be an http or https address, or a path such as /media/files/…",
  )
  .transform((text) => (text.startsWith("/") ? canonicalMediaUrl(text) : text))
  .refine(
    (text) => !text.startsWith("/") || text.startsWith("/media/"),
    "must be an http or https address, or a path such as /media/files/…",
  );

export const sourceInputSchema = z.strictObject({
  anime: z.int("must be the anime's number").min(1).max(2_147_483_647),
  episode: z.int("must be the episode's number").min(0).max(100_000),
  url: sourceUrl,
  language: z
    .string()
    .regex(
      /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/,
      "must be a language tag such as en or pt-BR",
    )
    .nullish()
    .transform((value) => value ?? null),
  kind: z.enum(SOURCE_KINDS, `must be one of ${SOURCE_KINDS.join(", ")}`).default("sub"),
  label: optionalText(40),
  order: z.int().min(-1_000).max(1_000).default(0),
  intro: timeRange,
  outro: timeRange,
});
export type SourceInput = z.output<typeof sourceInputSchema>;
