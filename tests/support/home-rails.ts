import type { HomeRail } from "~/features/home/home-rails";
import type { RailOf, RailViewData, ShownRail } from "~/pages/home/present-rails.server";

interface HomePage {
  rails: readonly ShownRail[];
}

/** What a rail of Home shows; null where it is hidden, or a user's and the page is a visitor's. */
export function railOf<Id extends HomeRail>({ rails }: HomePage, id: Id): RailViewData[Id] | null {
  const rail = rails.find((shown) => shown.id === id) as RailOf<Id> | undefined;
  return rail?.data ?? null;
}

/** What the rails of pinned searches show. */
export function searchRailsOf({ rails }: HomePage) {
  return rails.flatMap(({ data }) => (data !== null && "problem" in data ? [data] : []));
}
