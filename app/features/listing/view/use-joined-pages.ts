import { useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import type { ListStates } from "~/features/catalog/view/cards/card-states";

interface JoinedPages {
  page: number;
  cards: readonly AnimeCardData[];
  states: ListStates;
}

/** Keeps joined pages so that Back shows them again. It is empty on the server. */
const pagesByHistoryKey = new Map<string, JoinedPages>();
const MAX_ENTRIES = 20;

export interface JoinState {
  joins: string;
}

export function readJoinState(state: unknown): JoinState | null {
  return typeof state === "object" &&
    state !== null &&
    "joins" in state &&
    typeof state.joins === "string"
    ? { joins: state.joins }
    : null;
}

/** Appends this page to those that "More" continues. */
export function useJoinedPages({
  page,
  cards,
  states,
}: JoinedPages): JoinedPages & { join: JoinState } {
  const { key, ...location } = useLocation();
  const state: unknown = location.state;
  const joined = useMemo(() => {
    const before = pagesByHistoryKey.get(readJoinState(state)?.joins ?? "");
    if (before?.page !== page - 1) return { page, cards, states };
    const shown = new Set(before.cards.map(({ id }) => id));
    return {
      page,
      cards: [...before.cards, ...cards.filter(({ id }) => !shown.has(id))],
      states: { ...before.states, ...states },
    };
  }, [state, page, cards, states]);
  useEffect(() => {
    pagesByHistoryKey.delete(key);
    pagesByHistoryKey.set(key, joined);
    for (const oldest of [...pagesByHistoryKey.keys()].slice(0, -MAX_ENTRIES))
      pagesByHistoryKey.delete(oldest);
  }, [key, joined]);
  return { ...joined, join: { joins: key } };
}
