const PARAMETER = "reveal";

/** Far more than a page has. */
const MAX_ITEMS = 200;

/** Episode numbers, or one of the names below. */
export type Revealed = ReadonlySet<string>;

export const REVEAL_EPISODES = "episodes";
export const REVEAL_SCORES = "scores";
export const REVEAL_TAGS = "tags";
export const REVEAL_SEQUELS = "sequels";

/** Unknown items reveal nothing. */
export function parseRevealed(parameters: URLSearchParams): Revealed {
  const items = parameters.getAll(PARAMETER).flatMap((value) => value.split(",", MAX_ITEMS));
  return new Set(items.slice(0, MAX_ITEMS));
}

/** The query of the same page with one more item. */
export function revealSearch(search: string, item: string): string {
  const parameters = new URLSearchParams(search);
  const items = [...parseRevealed(parameters)].filter((other) => other !== item);
  parameters.set(PARAMETER, [...items, item].slice(-MAX_ITEMS).join(","));
  return `?${parameters.toString().replaceAll("%2C", ",")}`;
}
