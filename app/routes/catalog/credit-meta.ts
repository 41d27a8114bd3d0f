import type { MetaDescriptor } from "react-router";
import { pageI18n } from "~/frame/page-i18n";

/** Metadata of the page of a character or person. */
export function creditMeta(
  matches: Parameters<typeof pageI18n>[0],
  loaderData: { name: { text: string }; canonical: string } | undefined,
  description: "credits.characterDescription" | "credits.personDescription",
): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { t } = pageI18n(matches);
  const { name, canonical } = loaderData;
  return [
    { title: t("site.pageTitle", { title: name.text }) },
    { name: "description", content: t(description, { name: name.text }) },
    { tagName: "link", rel: "canonical", href: canonical },
  ];
}
