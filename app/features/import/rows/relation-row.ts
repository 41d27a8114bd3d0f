import { z } from "zod";
import { malId, rejectionReason, type Parsed } from "./fields";

const MAX_RELATION_LENGTH = 60;

const rowSchema = z
  .object(
    {
      mal_id: malId,
      related_mal_id: malId,
      relation: z
        .string("must be text")
        .transform(normaliseRelation)
        .refine(
          (name) => /^[A-Z][A-Z0-9_]*$/.test(name) && name.length <= MAX_RELATION_LENGTH,
          "must be a word such as SIDE_STORY",
        ),
    },
    "must be an object",
  )
  .refine((row) => row.mal_id !== row.related_mal_id, "relates a title to itself");

export type RelationRow = z.output<typeof rowSchema>;

/** `Side Story` and `side-story` become SIDE_STORY. */
function normaliseRelation(name: string): string {
  return name
    .normalize("NFKC")
    .trim()
    .replace(/[\s_-]+/gu, "_")
    .toUpperCase();
}

export function parseRelationRow(value: unknown): Parsed<RelationRow> {
  const parsed = rowSchema.safeParse(value);
  return parsed.success ? { row: parsed.data } : { reason: rejectionReason(parsed.error) };
}
