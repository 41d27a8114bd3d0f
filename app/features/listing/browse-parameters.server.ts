import { listingParametersSchema } from "./listing-parameters.server";

/** Aliases of the listing's parameters, and what Browse itself reads. */
const OTHERS = ["page", "limit", "parentalControl", "view"];
const KNOWN = new Set([...Object.keys(listingParametersSchema.shape), ...OTHERS]);

export function isBrowseParameter(name: string): boolean {
  return KNOWN.has(name);
}
