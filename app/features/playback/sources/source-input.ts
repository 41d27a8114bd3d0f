import { z } from "zod";

/** A part of an episode, in seconds from its start. */
export interface Stretch {
  start: number;
  end: number;
}

/** What is said and read in a source. */
export const SOURCE_KINDS = ["sub", "dub", "raw"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

const LONGEST_SECONDS = 86_400;
const STRETCH = /^\s*((?:\d+:)?\d+(?:\.\d+)?)\s*-\s*((?:\d+:)?\d+(?:\.\d+)?)?\s*$/;

/**
 * Reads a marked part as people write it: `60-150`, `1:00-2:30`, `1310-` for everything from there on (`end` is then Infinity). Null for anything
 * else, also where the end does not come after the start.
 */
export function parseStretch(text: string): Stretch | null {
  const match = STRETCH.exec(text);
  if (match === null) return null;
  const start = secondsOf(match[1] ?? "");
  const end = match[2] === undefined ? Infinity : secondsOf(match[2]);
  return start < end && start <= LONGEST_SECONDS && (end <= LONGEST_SECONDS || end === Infinity)
    ? { start, end }
    : null;
}

function secondsOf(text: string): number {
  return text.split(":").reduce((total, part) => total * 60 + Number(part), 0);
}

const stretch = z
  .string()
  .transform((text, context): Stretch => {
    const read = parseStretch(text);
    if (read !== null) return read;
    context.addIssue({
      code: "custom",
      message: `must be like 60-150 or 1:00-2:30, in seconds or minutes, not "${text}"`,
    });
    return z.NEVER;
  })
  .nullish()
  .transform((value) => value ?? null);

const optionalText = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .nullish()
    .transform((value) => value ?? null);

const address = z
  .string("must be an http or https address, or a path such as /media/files/…")
  .trim()
  .max(4_000)
  .refine(
    (text) => /^\/media\/[^?#]/.test(text) || (/^https?:\/\//i.test(text) && URL.canParse(text)),
    "must be an http or https address, or a path such as /media/files/…",
  );

/** One source as the command line or a manifest's line names it. */
export const sourceInputSchema = z.strictObject({
  anime: z.int("must be the anime's number").min(1).max(2_147_483_647),
  episode: z.int("must be the episode's number").min(0).max(100_000),
  url: address,
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
  intro: stretch,
  outro: stretch,
});
export type SourceInput = z.output<typeof sourceInputSchema>;
