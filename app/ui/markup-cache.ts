import { createContext, type ReactElement, useContext } from "react";

/** The HTML of an element, rendered once per key. All that the element shows is part of the key. */
export type MarkupCache = (key: string, element: () => ReactElement) => string;

const MarkupCacheContext = createContext<MarkupCache | null>(null);

export const MarkupCacheProvider = MarkupCacheContext.Provider;

/**
 * For parts that pages repeat by the hundred. Null in browsers, which render such a part itself:
 * its HTML is the same. A part has no hooks of the router, no ids and no eager images, which React
 * gathers for the whole page.
 */
export function useMarkupCache(): MarkupCache | null {
  return useContext(MarkupCacheContext);
}
