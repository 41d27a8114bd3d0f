import type { MetaDescriptor } from "react-router";
import { DEFAULT_LOCALE, parseLocale } from "~/i18n/locales";
import type { PlainKey } from "~/i18n/message-types";
import { i18nFor, type I18n } from "~/i18n/i18n";

export function pageI18n(matches: readonly unknown[]): I18n {
  const [root] = matches;
  const rootData =
    typeof root === "object" && root !== null && "loaderData" in root ? root.loaderData : undefined;
  const i18n =
    typeof rootData === "object" && rootData !== null && "i18n" in rootData
      ? rootData.i18n
      : undefined;
  return i18nFor(
    (typeof i18n === "object" && i18n !== null && "locale" in i18n
      ? parseLocale(i18n.locale)
      : null) ?? DEFAULT_LOCALE,
  );
}

export function noindexMeta(matches: readonly unknown[], heading: PlainKey): MetaDescriptor[] {
  return noindexTitle(matches, pageI18n(matches).t(heading));
}

/** Keeps a page out of search engines whose title is a name instead of a message. */
export function noindexTitle(matches: readonly unknown[], title: string): MetaDescriptor[] {
  return [
    { title: pageI18n(matches).t("site.pageTitle", { title }) },
    { name: "robots", content: "noindex" },
  ];
}

/** The link in a page's head by which feed readers find its feed. */
export function feedLink(title: string, path: string): MetaDescriptor {
  return { tagName: "link", rel: "alternate", type: "application/atom+xml", title, href: path };
}
