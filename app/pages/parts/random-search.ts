/** Tells a title's page by which parameters it was picked at random, or that it was planned. */
export const RANDOM_PARAMETER = "random";

/** Names the pick from planned titles, which has no parameters. */
export const RANDOM_PLANNED = "planned";

/** Tells the listing that no title could be picked. */
export const RANDOM_NONE = "none";

/** The query of a page that offers another title with the same parameters. */
export function randomSearch(parameters: URLSearchParams | typeof RANDOM_PLANNED): string {
  const asked =
    parameters === RANDOM_PLANNED
      ? parameters
      : new URLSearchParams([...parameters].filter(([, value]) => value !== "")).toString();
  return `?${new URLSearchParams({ [RANDOM_PARAMETER]: asked }).toString()}`;
}
