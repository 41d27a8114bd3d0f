import { useI18n } from "~/i18n/i18n-context";
import { SectionLink } from "~/ui/section-link";
import type { TitlePageData } from "./load-title.server";

/** Leads to the parts of a title's page, which is long on a phone. */
export function JumpBar({ page }: { page: TitlePageData }) {
  const { t } = useI18n();
  const { episodesTotal, credits, related, maskedSequels } = page;
  const parts = [
    { id: "about", text: t("title.about"), isThere: true },
    { id: "episodes", text: t("fact.episodes"), isThere: episodesTotal > 0 },
    { id: "cast", text: t("title.cast"), isThere: credits.cast.length > 0 },
    { id: "related", text: t("title.belongsWith"), isThere: related.length + maskedSequels > 0 },
  ].filter(({ isThere }) => isThere);
  if (parts.length < 2) return null;
  return (
    <nav
      aria-label={t("season.sections")}
      className="sticky top-(--header-height) z-20 -mx-(--page-gutter) mt-4 border-b border-rule bg-paper md:hidden"
    >
      <ul className="flex overflow-x-auto px-(--page-gutter)">
        {parts.map(({ id, text }) => (
          <li key={id}>
            <SectionLink
              id={id}
              className="flex min-h-11 items-center pr-5 text-sm font-medium text-ink-soft hover:text-ink"
            >
              {text}
            </SectionLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
