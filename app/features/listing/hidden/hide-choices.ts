/** Kinds of titles that a user can leave out of listings, by their state in the watch list. */
export const HIDE_KINDS = ["seen", "planned", "dropped", "franchise"] as const;
export type HideKind = (typeof HIDE_KINDS)[number];

/** `none` shows all, against the user's default. */
export const HIDE_CHOICES = [...HIDE_KINDS, "none"] as const;
export type HideChoice = (typeof HIDE_CHOICES)[number];

/** Pages on which the user's default applies. `names` are the pages of genres and studios. */
export const HIDE_SURFACES = [
  "browse",
  "home",
  "suggestions",
  "similar",
  "names",
  "random",
] as const;
export type HideSurface = (typeof HIDE_SURFACES)[number];

export function hideKinds(choices: readonly HideChoice[]): HideKind[] {
  return choices.filter((choice) => choice !== "none");
}
