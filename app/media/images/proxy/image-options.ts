import { Invalid, type Issue } from "~/errors/app-error";

export type ImageFormat = "webp" | "avif";

export interface ImageOptions {
  /** Pixels at most; 0 keeps the source's. */
  readonly w: number;
  readonly q: number;
  readonly format: ImageFormat;
}

const MAX_WIDTH = 4096;
const DEFAULT_QUALITY = 50;
const FORMATS: readonly ImageFormat[] = ["webp", "avif"];
/** URLSearchParams decodes `+` as a space, which is trimmed. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** Clamps large numbers, ignores unknown parameters. Throws `Invalid`. */
export function parseImageOptions(query: URLSearchParams): ImageOptions {
  const issues: Issue[] = [];
  const one = (name: string): string => {
    const values = query.getAll(name);
    if (values.length > 1) issues.push(repeated(name));
    return values[0]?.trim() ?? "";
  };
  const number = (name: string, absent: number): number => {
    const text = one(name);
    if (text === "") return absent;
    if (!NUMBER.test(text))
      issues.push({ path: name, message: { key: "field.number", values: { field: name } } });
    return Number(text);
  };

  const w = number("w", 0);
  if (w < 0)
    issues.push({
      path: "w",
      message: "image.width",
    });
  const q = number("q", DEFAULT_QUALITY);
  const requested = one("format").toLowerCase();
  const format = requested === "" ? "webp" : FORMATS.find((candidate) => candidate === requested);
  if (format === undefined)
    issues.push({
      path: "format",
      message: { key: "field.choice", values: { field: "format", choices: FORMATS.join(", ") } },
    });
  if (issues.length > 0 || format === undefined) throw new Invalid(issues);
  return {
    w: w === 0 ? 0 : clamp(Math.round(w), 1, MAX_WIDTH),
    q: clamp(Math.round(q), 1, 100),
    format,
  };
}

/** Throws `Invalid`. */
export function parseSourceUrl(query: URLSearchParams): string {
  const values = query.getAll("url");
  const [url = ""] = values;
  if (url.trim() === "") throw new Invalid([{ path: "url", message: "image.missingUrl" }]);
  if (values.length > 1) throw new Invalid([repeated("url")]);
  return url;
}

function repeated(name: string): Issue {
  return { path: name, message: { key: "field.once", values: { field: name } } };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
