import { useEffect, useState } from "react";
import type { Suggestion } from "./suggestion";

/** Shorter than the pause between two words, longer than between two letters. */
const PAUSE_MS = 110;

const NONE: readonly Suggestion[] = [];

/**
 * The titles for what is typed, a moment after the last letter; those of the text before stay until then. None for an empty text, and none
 * when the server cannot be reached: the box works as a plain form then.
 */
export function useSuggestions(text: string): readonly Suggestion[] {
  const [found, setFound] = useState(NONE);
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === "") return undefined;
    const stale = new AbortController();
    const timer = setTimeout(() => {
      fetch(`/suggest?${new URLSearchParams({ q: wanted }).toString()}`, { signal: stale.signal })
        .then(async (response) =>
          setFound(response.ok ? ((await response.json()) as { data: Suggestion[] }).data : NONE),
        )
        .catch(() => {
          if (!stale.signal.aborted) setFound(NONE);
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stale.abort();
    };
  }, [wanted]);
  return wanted === "" ? NONE : found;
}
