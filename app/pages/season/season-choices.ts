/** How a season is grouped; another way than its default is in the page's URL. */
export const SEASON_GROUPS = ["day", "all", "type"] as const;
export type SeasonGroup = (typeof SEASON_GROUPS)[number];

/** The id of the section of series without a day, which is last and short. */
export const UNKNOWN_DAY = "unknown";

export const SEASON_ORDERS = ["start", "popularity", "score", "title"] as const;
type SeasonOrder = (typeof SEASON_ORDERS)[number];

/** `clips` are music videos, commercials and promos, which nothing else shows. */
export const SEASON_SHOWS = ["new", "sequels", "mine", "others", "clips"] as const;
type SeasonShow = (typeof SEASON_SHOWS)[number];

/** Choices that need a user. */
export const OWN_SHOWS: ReadonlySet<string> = new Set<SeasonShow>(["mine", "others"]);

export interface SeasonChoices {
  group: SeasonGroup;
  order: SeasonOrder;
  genre: string | null;
  show: SeasonShow | null;
}

/** Days are in the order of broadcast; the popular titles come first elsewhere. */
export function defaultOrder(group: SeasonGroup): SeasonOrder {
  return group === "day" ? "start" : "popularity";
}

/** Unknown values count as absent. */
export function parseSeasonChoices(
  parameters: URLSearchParams,
  defaultGroup: SeasonGroup,
): SeasonChoices {
  const oneOf = <Name extends string>(names: readonly Name[], parameter: string) =>
    names.find((name) => name === parameters.get(parameter)) ?? null;
  const group = oneOf(SEASON_GROUPS, "by") ?? defaultGroup;
  return {
    group,
    order: oneOf(SEASON_ORDERS, "sort") ?? defaultOrder(group),
    genre: parameters.get("genre")?.trim() || null,
    show: oneOf(SEASON_SHOWS, "show"),
  };
}

/** The query of choices, without what is the default; empty or with its `?`. */
export function seasonQuery(
  { group, order, genre, show }: SeasonChoices,
  defaultGroup: SeasonGroup,
): string {
  const parameters = new URLSearchParams({
    ...(group === defaultGroup ? {} : { by: group }),
    ...(order === defaultOrder(group) ? {} : { sort: order }),
    ...(genre === null ? {} : { genre }),
    ...(show === null ? {} : { show }),
  });
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}
