/** The age limit decides, or a parent has decided whatever the title is rated. */
export const TITLE_CHOICES = ["rating", "allowed", "blocked"] as const;
export type TitleChoice = (typeof TITLE_CHOICES)[number];
