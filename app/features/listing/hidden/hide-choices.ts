/** What a user can leave out of listings, by the own list. */
export const KNOWN_KINDS = ["seen", "planned", "dropped", "franchise"] as const;
export type KnownKind = (typeof KNOWN_KINDS)[number];

/** `none` shows all, against the user's default. */
export const HIDE_CHOICES = [...KNOWN_KINDS, "none"] as const;
export type HideChoice = (typeof HIDE_CHOICES)[number];

/** Where the user's default applies. `names` are the pages of genres and studios. */
export const HIDE_SURFACES = [
  "browse",
  "home",
  "suggestions",
  "similar",
  "names",
  "random",
] as const;
export type HideSurface = (typeof HIDE_SURFACES)[number];

export function knownKinds(choices: readonly HideChoice[]): KnownKind[] {
  return choices.filter((choice) => choice !== "none");
}
