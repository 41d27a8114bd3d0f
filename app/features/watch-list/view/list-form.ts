import { z } from "zod";
import { entryIdSchema, entryInputSchema } from "~/features/watch-list/entry-input";
import { ENTRY_STATES, type EntryState } from "~/features/watch-list/entry-states";
import { bulkIdsSchema, entryFieldsSchema } from "~/features/watch-list/tracking/track-input";
import { zodMessage } from "~/i18n/error-message";
import {
  changedFields,
  editFormSchema,
  episodeFormSchema,
  isEditForm,
  scoreOnScale,
} from "./entry-form";
import { ALL, LEAVE, NO_SCORE, NO_STATE, REMOVE } from "./list-view";

const stateChoices = [...ENTRY_STATES, NO_STATE] as const;
const invalidState = zodMessage({
  key: "field.choice",
  values: { field: "state", choices: ENTRY_STATES.join(", ") },
});

export function parseStateChoice(choice: EntryState | typeof NO_STATE): EntryState | null {
  return choice === NO_STATE ? null : choice;
}

const { tags } = entryFieldsSchema.shape;

const bulkSchema = z
  .object({
    intent: z.literal("bulk"),
    /** Replaces `animeIds` by what the page's URL lists, on all of its pages. */
    all: z.literal(ALL).optional(),
    animeIds: bulkIdsSchema.optional(),
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
  (value) => {
    if (typeof value !== "object" || value === null) return value;
    // Buttons that name a state or a type, and requestSubmit by a select, send no intent.
    if (!("intent" in value)) return { ...value, intent: "state" in value ? "state" : "put" };
    return isEditForm(value) ? changedFields(value) : value;
  },
  z.discriminatedUnion("intent", [
    entryInputSchema.extend({ intent: z.literal("put") }),
    entryIdSchema.extend({ intent: z.literal("remove") }),
    entryIdSchema.extend({
      intent: z.literal("state"),
      state: z.enum(stateChoices, invalidState),
    }),
    entryIdSchema.extend({
      intent: z.literal("rate"),
      score: scoreOnScale,
      /** The score that the form showed. */
      was: scoreOnScale.optional(),
    }),
    entryIdSchema.extend({
      intent: z.literal("favorite"),
      favorite: z.enum(["add", "remove"]),
    }),
    entryIdSchema.extend({ intent: z.literal("seen"), by: z.enum(["1", "-1"]).default("1") }),
    bulkSchema,
    episodeFormSchema,
    editFormSchema,
    z.object({
      intent: z.enum(["undo", "redo"]),
      eventId: z.uuid(zodMessage("list.nothingToRestore")),
    }),
  ]),
);
export type ListForm = z.output<typeof listFormSchema>;

/** What changes the list itself; favorites are part of the profile. */
export type EntryForm = Exclude<ListForm, { intent: "favorite" }>;
