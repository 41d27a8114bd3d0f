import {
  createContext,
  createElement,
  type DOMAttributes,
  type ReactElement,
  useContext,
} from "react";
import { I18nProvider, useI18n } from "~/i18n/i18n-context";

/** The HTML of an element, rendered once per key. All that the element shows is part of the key. */
export type MarkupCache = (key: string, element: () => ReactElement) => string;

const MarkupCacheContext = createContext<MarkupCache | null>(null);

export const MarkupCacheProvider = MarkupCacheContext.Provider;

/**
 * Returns the content of an element as its attributes: on the server cached HTML, by the language,
 * its name and all else that it `shows`. It pays for a component that pages repeat a hundred times,
 * and each key can become stale, so only the card of a title uses it. The content has no hooks of
 * the router, no ids and no eager images, which React gathers for the whole page; with null it may
 * have them, and is not cached.
 */
export function useCachedContent(
  name: string,
  shows: readonly unknown[] | null,
  content: () => ReactElement,
): Pick<DOMAttributes<Element>, "children" | "dangerouslySetInnerHTML"> {
  const i18n = useI18n();
  const markup = useContext(MarkupCacheContext);
  // Browsers have no cache: they hydrate it.
  if (markup === null || shows === null) return { children: content() };
  const __html = markup(JSON.stringify([name, i18n.locale, shows]), () =>
    createElement(I18nProvider, { value: i18n }, content()),
  );
  return { dangerouslySetInnerHTML: { __html } };
}
