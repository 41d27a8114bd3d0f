import type { MetaDescriptor } from "react-router";
import { DEFAULT_LOCALE, readLocale } from "~/language/locales";
import type { PlainKey } from "~/language/messages";
import { wordsIn, type Words } from "~/language/words";

/** The language of a page for its `meta`, as the root's loader told it. */
export function pageWords(matches: readonly unknown[]): Words {
  const [root] = matches;
  const told =
    typeof root === "object" && root !== null && "loaderData" in root ? root.loaderData : undefined;
  const words =
    typeof told === "object" && told !== null && "words" in told ? told.words : undefined;
  return wordsIn(
    (typeof words === "object" && words !== null && "locale" in words
      ? readLocale(words.locale)
      : null) ?? DEFAULT_LOCALE,
  );
}

/** The `meta` of a page by its heading, which search engines leave out: it is a form, or somebody's own. */
export function unlistedPageMeta(matches: readonly unknown[], heading: PlainKey): MetaDescriptor[] {
  const { t } = pageWords(matches);
  return [
    { title: t("site.pageTitle", { title: t(heading) }) },
    { name: "robots", content: "noindex" },
  ];
}
