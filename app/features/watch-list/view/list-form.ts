import { z } from "zod";
import { entryIdSchema, entryInputSchema } from "~/features/watch-list/entry-input";
import { ENTRY_STATES, type EntryState } from "~/features/watch-list/entry-states";
import { bulkIdsSchema, entryFieldsSchema } from "~/features/watch-list/tracking/track-input";
import { zodMessage } from "~/i18n/error-message";
import { LEAVE, NO_SCORE, NO_STATE, REMOVE } from "./list-view";

const stateChoices = [...ENTRY_STATES, NO_STATE] as const;
const invalidState = zodMessage({
  key: "field.choice",
  values: { field: "state", choices: ENTRY_STATES.join(", ") },
});

export function parseStateChoice(choice: EntryState | typeof NO_STATE): EntryState | null {
  return choice === NO_STATE ? null : choice;
}

/** A score on the user's scale; empty for none. */
const scoreOnScale = z
  .string()
  .trim()
  .regex(/^(\d{1,3}([.,]\d)?)?$/, zodMessage({ key: "field.invalid", values: { field: "score" } }))
  .transform((text) => (text === "" ? null : Number(text.replace(",", "."))));

const { notes, tags } = entryFieldsSchema.shape;

/** Empty fields stay as they are. */
const bulkSchema = z
  .object({
    intent: z.literal("bulk"),
    animeIds: bulkIdsSchema,
    state: z.enum([...stateChoices, REMOVE, LEAVE], invalidState).default(LEAVE),
    score: z.union([z.literal(NO_SCORE), scoreOnScale]).default(null),
    addTags: tags,
    removeTags: tags,
  })
  .refine(
    ({ state, score, addTags = [], removeTags = [] }) =>
      state !== LEAVE || score !== null || addTags.length + removeTags.length > 0,
    { path: ["state"], message: zodMessage("list.chooseChange") },
  );

export const listFormSchema = z.preprocess(
  // requestSubmit by the select sends no intent.
  (value) =>
    typeof value === "object" && value !== null && !("intent" in value)
      ? { ...value, intent: "put" }
      : value,
  z.discriminatedUnion("intent", [
    entryInputSchema.extend({ intent: z.literal("put") }),
    entryIdSchema.extend({ intent: z.literal("remove") }),
    entryIdSchema.extend({
      intent: z.literal("state"),
      state: z.enum(stateChoices, invalidState),
    }),
    entryIdSchema.extend({ intent: z.literal("rate"), score: scoreOnScale }),
    entryIdSchema.extend({ intent: z.literal("seen"), by: z.enum(["1", "-1"]) }),
    entryIdSchema.extend({ intent: z.literal("details"), notes, tags }),
    bulkSchema,
    z.object({
      intent: z.literal("undo"),
      eventId: z.uuid(zodMessage("list.nothingToRestore")),
    }),
  ]),
);
export type ListForm = z.output<typeof listFormSchema>;
