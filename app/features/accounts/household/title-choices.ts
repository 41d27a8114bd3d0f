/** By the age limit, or whatever the title is rated. */
export const TITLE_CHOICES = ["rating", "allowed", "blocked"] as const;
export type TitleChoice = (typeof TITLE_CHOICES)[number];
