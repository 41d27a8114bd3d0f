import { createChoiceParser } from "~/features/catalog/parse-vocabulary";
import type { ParameterReader } from "~/features/listing/parameter-reader.server";
import { HIDE_CHOICES, type HideChoice } from "./hide-choices";

export const HIDE_PARAMETER = "hide";

const parseHideChoice = createChoiceParser(HIDE_CHOICES, { completed: "seen" });

/** `none` beside other choices is no choice: forms send it so that they can be emptied. */
export function parseHide(reader: ParameterReader): HideChoice[] {
  const choices = reader.choices(HIDE_PARAMETER, parseHideChoice, HIDE_CHOICES);
  return choices.length > 1 ? choices.filter((choice) => choice !== "none") : choices;
}
