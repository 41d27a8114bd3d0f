import { createJsonScanner, type JsonLimits } from "./json-scanner";

/** Throws `JsonLimitExceeded` and `SyntaxError`. */
export function parseJson(text: string, limits: JsonLimits): unknown {
  createJsonScanner(limits).push(text);
  return JSON.parse(text);
}
