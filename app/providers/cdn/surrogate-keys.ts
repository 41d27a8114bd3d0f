import type { KeyHeader } from "~/config/cdn";

/**
 * What a cache in front of the site can be purged of: responses that any change of the catalog may
 * alter, those about titles, and those that show one title.
 */
export type SurrogateKey = "catalog" | "titles" | `title-${number}`;

/** Bounds one header. A response with more keys is purged with any change. */
const MAX_HEADER_LENGTH = 1_000;

/** Names a response that shows these titles and no others. */
export function titleKeys(ids: Iterable<number>): SurrogateKey[] {
  return ["titles", ...Array.from(ids, (id) => `title-${id}` as const)];
}

/** Empty without a header. */
export function surrogateKeyHeader(
  header: KeyHeader | null,
  keys: readonly SurrogateKey[] = ["catalog"],
): Record<string, string> {
  if (header === null) return {};
  const value = joinKeys(header, keys);
  return {
    [header.toLowerCase()]:
      value.length <= MAX_HEADER_LENGTH ? value : joinKeys(header, ["catalog", "titles"]),
  };
}

/** Tags are separated by commas, keys by spaces. */
export function joinKeys(header: KeyHeader, keys: readonly SurrogateKey[]): string {
  return [...new Set(keys)].join(header.endsWith("Tag") ? "," : " ");
}
