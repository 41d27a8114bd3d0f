import { catalog } from "./catalog";
import { site } from "./site";
import { terms } from "./terms";

/** Every message of the site in Spanish: neutral, to a person addressed as "tú". */
export const spanish = { ...catalog, ...site, ...terms } as const;
