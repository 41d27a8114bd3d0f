import { href } from "react-router";
import { REVEAL_SEQUELS } from "~/features/catalog/spoilers/reveal";
import { RevealLink } from "~/features/catalog/spoilers/reveal-link";
import { RelatedTitles } from "~/features/title/view/related-titles";
import { useI18n } from "~/i18n/i18n-context";
import { Section } from "~/ui/section";
import type { TitlePageData } from "./load-title.server";

/** The titles that a title belongs with, and the way to its franchise. */
export function TitleRelations({
  page: { anime, related, maskedSequels, franchise },
}: {
  page: TitlePageData;
}) {
  const { t } = useI18n();
  if (related.length + maskedSequels === 0) return null;
  return (
    <Section
      anchor="related"
      className="max-md:mt-8 max-md:scroll-mt-12"
      title={t("title.belongsWith")}
      more={
        franchise === null
          ? undefined
          : {
              to: href("/franchise/:id/:slug?", { id: String(anime.id) }),
              label: t("franchise.place", franchise),
            }
      }
    >
      <RelatedTitles related={related} />
      {maskedSequels === 0 ? null : (
        <RevealLink item={REVEAL_SEQUELS} className="inline-flex min-h-11 items-center text-sm">
          {t("spoilers.showSequels", { count: maskedSequels })}
        </RevealLink>
      )}
    </Section>
  );
}
