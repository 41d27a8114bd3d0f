import { useEffect, useState } from "react";
import type { Suggestion } from "./suggestion";

/** Between the pauses of letters and of words. */
const DEBOUNCE_MS = 110;

const NONE: readonly Suggestion[] = [];

/** The previous ones stay until the next arrive. None after an error. */
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
