import { normaliseName } from "~/features/catalog/term-key";
import type { ParameterReader } from "~/features/listing/parameter-reader.server";

export function parseNames(reader: ParameterReader, parameter: string): string[] {
  return sortedNames(reader.items(parameter));
}

/** Skips names with a leading `-`, as in `genre_filter=action,-horror`. */
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

/** Unique and in the given order, which `joinNeighbours` needs. */
export function parseCompanyNames(reader: ParameterReader, parameter: string): string[] {
  return [...new Set(reader.items(parameter).map(normaliseName))];
}

/** Company names may contain a comma ("TEM Co., Ltd."), so adjacent items also count joined. */
export function joinNeighbours(names: readonly string[]): string[] {
  return [...names, ...names.slice(1).map((name, index) => `${names[index] ?? ""} ${name}`)];
}

function isExcluded(item: string): boolean {
  return item.trimStart().startsWith("-");
}

function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names.map(normaliseName))].sort();
}
