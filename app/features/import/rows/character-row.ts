import { z } from "zod";
import { creditId, language, namedFields } from "./credit-fields";
import { integer, malId, rejectionReason, type Parsed } from "./fields";

const MAX_VOICE_ACTORS = 100;

const rowSchema = z.object(
  {
    mal_id: malId,
    character_id: creditId,
    ...namedFields,
    role: z
      .string("must be Main or Supporting")
      .transform((role) => role.trim().toLowerCase())
      .pipe(z.enum(["main", "supporting"], "must be Main or Supporting"))
      .transform((role) => (role === "main" ? ("Main" as const) : ("Supporting" as const))),
    favorites: integer(0),
    voice_actors: z
      .array(
        z.object({ person_id: creditId, ...namedFields, language }, "must be an object"),
        "must be a list",
      )
      .max(MAX_VOICE_ACTORS, `must not hold more than ${MAX_VOICE_ACTORS} entries`)
      .nullish()
      .transform((actors) => actors ?? []),
  },
  "must be an object",
);

/** A character of a title with the voice actors. */
export type CharacterRow = z.output<typeof rowSchema>;

/** `mal_id`, `character_id`, `name` and `role` are required. */
export function parseCharacterRow(value: unknown): Parsed<CharacterRow> {
  const parsed = rowSchema.safeParse(value);
  return parsed.success ? { row: parsed.data } : { reason: rejectionReason(parsed.error) };
}
