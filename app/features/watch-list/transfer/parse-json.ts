import { createJsonScanner, JsonLimitExceeded } from "~/parsing/json-scanner";
import { ListRefused } from "./list-refused";

/** Limits that allow 50 values for each of 20,000 titles. */
const LIMITS = { maxDepth: 32, maxValues: 1_000_000 };

/**
 * Limits depth and size. `JSON.parse` has no limits, and aborts the process when it exceeds a
 * worker's heap limit. Returns undefined for invalid JSON. Throws `ListRefused`.
 */
export function parseJson(text: string): unknown {
  try {
    createJsonScanner(LIMITS).push(text);
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof JsonLimitExceeded)) return undefined;
    const key = error.limit === "maxDepth" ? "list.tooDeep" : "list.tooManyValues";
    throw new ListRefused({ key, values: { max: error.max } });
  }
}
