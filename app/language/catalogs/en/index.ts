import { catalog } from "./catalog";
import { site } from "./site";
import { terms } from "./terms";

/** Every message of the site, by room. */
export const english = { ...catalog, ...site, ...terms } as const;
