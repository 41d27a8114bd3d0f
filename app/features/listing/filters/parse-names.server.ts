import { normaliseName } from "~/features/catalog/term-key";
import type { ParameterReader } from "~/features/listing/parameter-reader.server";

export function parseNames(reader: ParameterReader, parameter: string): string[] {
  return sortedNames(reader.items(parameter));
}

/** Without a leading `-`. */
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

/** Unique, in the given order. */
export function parseCompanyNames(reader: ParameterReader, parameter: string): string[] {
  return [...new Set(reader.items(parameter).map(normaliseName))];
}

/** "TEM Co., Ltd.": adjacent items also count joined. */
export function joinNeighbours(names: readonly string[]): string[] {
  return [...names, ...names.slice(1).map((name, index) => `${names[index] ?? ""} ${name}`)];
}

function isExcluded(item: string): boolean {
  return item.trimStart().startsWith("-");
}

function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names.map(normaliseName))].sort();
}
