import { useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import type { ListStates } from "~/features/catalog/view/cards/card-states";

/** Pages of a listing shown as one, up to `page`. */
interface JoinedPages {
  page: number;
  cards: readonly AnimeCardData[];
  states: ListStates;
}

/** What each place of the history showed, so that Back finds it as it was. The server keeps nothing: effects write it. */
const shown = new Map<string, JoinedPages>();
const MOST_PLACES = 20;

/** What the link to the next page hands on, so that the page is joined to those before it: the place in the history that shows them. */
export interface JoinState {
  joins: string;
}

/** The `JoinState` of a location, null for a page that stands alone. */
export function readJoinState(state: unknown): JoinState | null {
  return typeof state === "object" &&
    state !== null &&
    "joins" in state &&
    typeof state.joins === "string"
    ? { joins: state.joins }
    : null;
}

/** The cards of this page after those that were shown before "more" was asked for; after a reload, or by its address, the page alone. */
export function useJoinedPages({
  page,
  cards,
  states,
}: JoinedPages): JoinedPages & { join: JoinState } {
  const { key, ...location } = useLocation();
  const state: unknown = location.state;
  const joined = useMemo(() => {
    const before = shown.get(readJoinState(state)?.joins ?? "");
    if (before?.page !== page - 1) return { page, cards, states };
    const known = new Set(before.cards.map(({ id }) => id));
    return {
      page,
      cards: [...before.cards, ...cards.filter(({ id }) => !known.has(id))],
      states: { ...before.states, ...states },
    };
  }, [state, page, cards, states]);
  useEffect(() => {
    shown.delete(key);
    shown.set(key, joined);
    for (const oldest of [...shown.keys()].slice(0, -MOST_PLACES)) shown.delete(oldest);
  }, [key, joined]);
  return { ...joined, join: { joins: key } };
}
