import { nameKey, nameKeys } from "./name-keys";

export interface StudioName {
  name: string;
  keys: readonly string[];
}

/** Keeps the given order. */
export function toStudioNames(studios: readonly { name: string }[]): StudioName[] {
  return studios.map(({ name }) => ({ name, keys: nameKeys(name, null) }));
}

const MIN_LENGTH = 2;

/** Studios with a name or word of it that begins with the text. */
export function suggestStudios(
  studios: readonly StudioName[],
  text: string,
  limit: number,
): string[] {
  const key = nameKey(text);
  if (key.length < MIN_LENGTH) return [];
  return studios
    .filter(({ keys }) => keys.some((own) => own.startsWith(key)))
    .slice(0, limit)
    .map(({ name }) => name);
}
