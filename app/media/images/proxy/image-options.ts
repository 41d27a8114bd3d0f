import { Invalid, type Issue } from "~/errors/app-error";

export type ImageFormat = "webp" | "avif";

/** What the answer should look like (specification 4.8), within its limits. */
export interface ImageOptions {
  /** The most pixels across; 0 keeps the source's width. */
  readonly w: number;
  /** 1 to 100. */
  readonly q: number;
  readonly format: ImageFormat;
}

/** Wider than any screen shows one picture; a larger wish means this. */
export const MAX_WIDTH = 4096;
export const DEFAULT_QUALITY = 50;
const FORMATS: readonly ImageFormat[] = ["webp", "avif"];
/** A plain decimal number. A plus sign in a query is a space by the time it gets here, and is trimmed. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * Reads `w`, `q` and `format`: too much is clamped, what is no number or no known format is refused. Names besides these are ignored.
 * Throws `Invalid` that names each wrong parameter.
 */
export function readImageOptions(query: URLSearchParams): ImageOptions {
  const issues: Issue[] = [];
  const one = (name: string): string => {
    const values = query.getAll(name);
    if (values.length > 1) issues.push(repeated(name));
    return values[0]?.trim() ?? "";
  };
  const number = (name: string, absent: number): number => {
    const text = one(name);
    if (text === "") return absent;
    if (!NUMBER.test(text)) issues.push({ path: name, message: `${name} must be a number.` });
    return Number(text);
  };

  const w = number("w", 0);
  if (w < 0)
    issues.push({
      path: "w",
      message: "w must be 0 (the source's own width) or a number of pixels.",
    });
  const q = number("q", DEFAULT_QUALITY);
  const asked = one("format").toLowerCase();
  const format = asked === "" ? "webp" : FORMATS.find((known) => known === asked);
  if (format === undefined)
    issues.push({ path: "format", message: "format must be webp or avif." });
  if (issues.length > 0 || format === undefined) throw new Invalid(issues);
  return {
    w: w === 0 ? 0 : clamp(Math.round(w), 1, MAX_WIDTH),
    q: clamp(Math.round(q), 1, 100),
    format,
  };
}

/** The `url` parameter as it was written. Throws `Invalid` with the specification's words when there is none. */
export function readSourceUrl(query: URLSearchParams): string {
  const values = query.getAll("url");
  const [url = ""] = values;
  if (url.trim() === "") throw new Invalid([{ path: "url", message: "Missing image URL" }]);
  if (values.length > 1) throw new Invalid([repeated("url")]);
  return url;
}

function repeated(name: string): Issue {
  return { path: name, message: `${name} must be given once only.` };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
