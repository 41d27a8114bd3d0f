import { useEffect, useState } from "react";
import type { Suggestion } from "./suggestion";

/** Shorter than the pause between two words, longer than between two letters. */
const DEBOUNCE_MS = 110;

const NONE: readonly Suggestion[] = [];

/**
 * Debounced; the previous ones stay until the next arrive. None after an error, which leaves a
 * plain search form.
 */
export function useSuggestions(text: string): readonly Suggestion[] {
  const [suggestions, setSuggestions] = useState(NONE);
  const query = text.trim();
  useEffect(() => {
    if (query === "") return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      fetch(`/suggest?${new URLSearchParams({ q: query }).toString()}`, {
        signal: controller.signal,
      })
        .then(async (response) =>
          setSuggestions(
            response.ok ? ((await response.json()) as { data: Suggestion[] }).data : NONE,
          ),
        )
        .catch(() => {
          if (!controller.signal.aborted) setSuggestions(NONE);
        });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query]);
  return query === "" ? NONE : suggestions;
}
