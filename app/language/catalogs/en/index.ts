import { site } from "./site";

/** Every message of the site, by room. */
export const english = { ...site } as const;
