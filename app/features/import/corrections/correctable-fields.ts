/** Facts that an owner may correct, in the order of the form. */
export const CORRECTABLE_FIELDS = [
  "title",
  "title_english",
  "title_japanese",
  "type",
  "status",
  "episodes",
  "duration",
  "season",
  "year",
  "rating",
  "genres",
  "studios",
  "synopsis",
] as const;
export type CorrectableField = (typeof CORRECTABLE_FIELDS)[number];

export function isCorrectableField(name: string): name is CorrectableField {
  return CORRECTABLE_FIELDS.some((field) => field === name);
}

/** Whether a field is entered as names separated by commas. */
export function isListField(field: CorrectableField): boolean {
  return field === "genres" || field === "studios";
}
