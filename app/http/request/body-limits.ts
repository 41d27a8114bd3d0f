export interface BodyLimits {
  /** Everything but files and base64. */
  text: number;
  /** Bytes of all files; by default, files count as text. */
  files?: number;
  /** Bytes of base64, which arrives as `Base64Content`. */
  base64?: number;
}

export const DEFAULT_BODY_LIMITS: BodyLimits = { text: 64 * 1024 };

/** Texts that are longer are decoded as base64 where allowed. */
export const MAX_SHORT_TEXT = 8 * 1024;

/** API bodies have at most four levels. */
export const JSON_LIMITS = { maxDepth: 32, maxValues: 10_000 };

/** Bulk changes name up to 500 titles. */
export const MAX_FORM_FIELDS = 1_000;

export const MAX_PART_HEADER_BYTES = 4 * 1024;

export function totalBytes({ text, files = 0, base64 = 0 }: BodyLimits): number {
  return text + files + base64;
}
