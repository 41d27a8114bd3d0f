import { normaliseName } from "~/features/catalog/term-key";
import type { ParameterReader } from "~/features/listing/parameter-reader.server";

export function parseNames(reader: ParameterReader, parameter: string): string[] {
  return sortedNames(reader.items(parameter));
}

/** Parses the names that have no leading `-`, which excludes. */
export function parseIncludedNames(reader: ParameterReader, parameter: string): string[] {
  return sortedNames(reader.items(parameter).filter((item) => !isExcluded(item)));
}

export function parseExcludedNames(
  reader: ParameterReader,
  signed: string,
  excluding: string,
): string[] {
  const names = reader
    .items(signed)
    .filter((item) => isExcluded(item) && normaliseName(item) !== "");
  return sortedNames([...names, ...reader.items(excluding)]);
}

/**
 * Parses names without duplicates and in the given order, so that `joinNeighbours` can join them.
 */
export function parseCompanyNames(reader: ParameterReader, parameter: string): string[] {
  return [...new Set(reader.items(parameter).map(normaliseName))];
}

/** Adds each two adjacent names as one, since a comma may belong to a name: "TEM Co., Ltd.". */
export function joinNeighbours(names: readonly string[]): string[] {
  return [...names, ...names.slice(1).map((name, index) => `${names[index] ?? ""} ${name}`)];
}

function isExcluded(item: string): boolean {
  return item.trimStart().startsWith("-");
}

function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names.map(normaliseName))].sort();
}
