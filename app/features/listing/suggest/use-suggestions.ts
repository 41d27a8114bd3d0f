import { href } from "react-router";
import { useCallback, useEffect, useState } from "react";
import type { Suggestion } from "./suggestion";
import { withQuery } from "~/ui/with-query";

/** The wait is longer than the pauses between letters, and shorter than those between words. */
const DEBOUNCE_MS = 110;

interface Suggestions {
  items: readonly Suggestion[];
  /** Nothing matches; false while loading and after an error. */
  isEmpty: boolean;
}

const NONE: Suggestions = { items: [], isEmpty: false };

/**
 * The previous ones stay until the next arrive. None after an error. `reload` reads them again, as
 * after a change of what they tell.
 */
export function useSuggestions(text: string): Suggestions & { reload: () => void } {
  const [suggestions, setSuggestions] = useState(NONE);
  const [version, setVersion] = useState(0);
  const reload = useCallback(() => setVersion((last) => last + 1), []);
  const query = text.trim();
  useEffect(() => {
    if (query === "") return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      fetch(withQuery(href("/suggest"), { q: query }), {
        signal: controller.signal,
      })
        .then(async (response) => {
          if (!response.ok) return setSuggestions(NONE);
          const { data: items } = (await response.json()) as { data: Suggestion[] };
          return setSuggestions({ items, isEmpty: items.length === 0 });
        })
        .catch(() => {
          if (!controller.signal.aborted) setSuggestions(NONE);
        });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, version]);
  return { ...(query === "" ? NONE : suggestions), reload };
}
