import { z } from "zod";
import { entryIdSchema } from "~/features/watch-list/entry-input";
import {
  EDITED_FIELDS,
  entryFieldsSchema,
  rewatchList,
} from "~/features/watch-list/tracking/track-input";
import { MAX_EPISODES } from "~/features/watch-list/tracking/extra-episodes";
import { zodMessage } from "~/i18n/error-message";
import { NO_STATE } from "./list-view";
import { REWATCH_CONTROLS, rewatchName } from "./rewatch-values";

export const scoreOnScale = z
  .string()
  .trim()
  .regex(/^(\d{1,3}([.,]\d)?)?$/, zodMessage({ key: "field.invalid", values: { field: "score" } }))
  .transform((text) => (text === "" ? null : Number(text.replace(",", "."))));

const invalidEpisode = zodMessage({
  key: "field.integerBetween",
  values: { field: "episode", min: 0, max: MAX_EPISODES },
});

/** One episode, or all up to it. */
export const episodeFormSchema = entryIdSchema.extend({
  intent: z.literal(["mark", "unmark", "upTo"]),
  episode: z
    .string(invalidEpisode)
    .regex(/^\d{1,6}$/, invalidEpisode)
    .transform(Number)
    .refine((number) => number <= MAX_EPISODES, invalidEpisode),
});

export type EpisodeForm = z.output<typeof episodeFormSchema>;

const rewatchRow = z.object({
  startedOn: entryFieldsSchema.shape.startedOn.unwrap(),
  finishedOn: entryFieldsSchema.shape.finishedOn.unwrap(),
  /** The score on the user's scale; null when it is `stored`. */
  score: scoreOnScale.nullable(),
  stored: entryFieldsSchema.shape.score.unwrap(),
  open: z.boolean(),
});
export type RewatchRow = z.output<typeof rewatchRow>;

export const editFormSchema = entryFieldsSchema.omit({ score: true }).extend({
  intent: z.literal("edit"),
  animeId: entryIdSchema.shape.animeId,
  score: scoreOnScale.nullable().optional(),
  rewatches: rewatchList(rewatchRow.nullable()).optional(),
});

export function isEditForm(form: object): boolean {
  return "intent" in form && form.intent === "edit";
}

/**
 * Returns only what the user has changed, so that saving does not overwrite changes from another
 * device. `was` holds the values shown, as JSON; null clears a field.
 */
export function changedFields(form: Record<string, unknown> | object): Record<string, unknown> {
  const given = form as Record<string, unknown>;
  const was = parseShown(given["was"]);
  const changed = EDITED_FIELDS.flatMap((name): [string, string | null][] => {
    const value: unknown = Array.isArray(given[name]) ? given[name].at(-1) : given[name];
    if (typeof value !== "string") return [];
    const text = value.replaceAll("\r\n", "\n");
    if (isShown(name, text, was[name])) return [];
    return [[name, text.trim() === "" || (name === "state" && text === NO_STATE) ? null : text]];
  });
  return {
    intent: "edit",
    animeId: given["animeId"],
    ...Object.fromEntries(changed),
    ...changedRewatches(given, was),
  };
}

/** All rewatches if one of them changed, null for those that are removed or stay empty. */
function changedRewatches(
  given: Record<string, unknown>,
  was: Record<string, string>,
): { rewatches?: unknown[] } {
  const text = (name: string) => (typeof given[name] === "string" ? given[name].trim() : "");
  const rows: unknown[] = [];
  let isChanged = false;
  for (let index = 0; ; index += 1) {
    const [startedOn, finishedOn, score] = REWATCH_CONTROLS.map((control) =>
      text(rewatchName(index, control)),
    );
    const stored = was[rewatchName(index, "stored")];
    const isGiven = Object.hasOwn(given, rewatchName(index, "startedOn"));
    if (!isGiven) return isChanged ? { rewatches: rows } : {};
    const isNew = stored === undefined;
    const hasChanged = REWATCH_CONTROLS.some(
      (control) =>
        !isShown(
          control,
          text(rewatchName(index, control)),
          was[rewatchName(index, control)] ?? "",
        ),
    );
    const isRemoved = text(rewatchName(index, "remove")) !== "";
    isChanged ||= hasChanged || isRemoved || text(rewatchName(index, "add")) !== "";
    const isEmpty = isNew && !hasChanged && text(rewatchName(index, "add")) === "";
    const keepsScore = !isNew && isShown("score", score, was[rewatchName(index, "score")] ?? "");
    rows.push(
      isRemoved || isEmpty
        ? null
        : {
            startedOn: startedOn === "" ? null : startedOn,
            finishedOn: finishedOn === "" ? null : finishedOn,
            score: keepsScore || score === "" ? null : score,
            stored: keepsScore && stored !== "" ? stored : null,
            open: text(rewatchName(index, "open")) !== "",
          },
    );
  }
}

/** Fields show scores with the decimal separator of the user's language. */
function isShown(name: string, text: string | undefined, shown: string | undefined): boolean {
  return shown === (name === "score" ? text?.replace(",", ".") : text);
}

const shownSchema = z.record(z.string(), z.string());

function parseShown(json: unknown): Record<string, string> {
  if (typeof json !== "string") return {};
  try {
    const parsed = shownSchema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}
