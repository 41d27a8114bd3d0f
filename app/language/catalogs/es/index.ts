import { site } from "./site";

/** Every message of the site in Spanish: neutral, to a person addressed as "tú". */
export const spanish = { ...site } as const;
