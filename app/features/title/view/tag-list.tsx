import { REVEAL_TAGS } from "~/features/catalog/spoilers/reveal";
import { RevealLink } from "~/features/catalog/spoilers/reveal-link";
import { browsePath } from "~/features/listing/view/browse-path";
import type { TitleExtras } from "~/features/title/get-title-extras.server";
import { useI18n } from "~/i18n/i18n-context";
import { LinkChip, Mark } from "~/ui/chip";

/** Spoiler tags are no links, since Browse does not find titles by them. */
export function TagList({ tags, maskedTags }: Pick<TitleExtras, "tags" | "maskedTags">) {
  const { t, formatNumber } = useI18n();
  const rankOf = (rank: number | null) =>
    rank === null ? null : (
      <span className="ml-1.5 text-xs text-ink-faint tabular-nums">
        {t("title.tagRank", { rank: formatNumber(rank) })}
      </span>
    );
  return (
    <div className="mt-8">
      <h2 className="text-sm font-semibold text-ink-soft">{t("title.tags")}</h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {tags.map(({ name, rank, spoiler }) => (
          <li key={name} lang="en">
            {spoiler ? (
              <span className="inline-flex min-h-11 items-center gap-2 rounded-md border border-dashed border-rule-strong px-3 text-sm text-ink-soft md:min-h-9">
                <span>
                  {name}
                  {rankOf(rank)}
                </span>
                <Mark tone="caution">{t("title.spoiler")}</Mark>
              </span>
            ) : (
              <LinkChip to={browsePath({ tags: [name.toLowerCase()] })}>
                {name}
                {rankOf(rank)}
              </LinkChip>
            )}
          </li>
        ))}
      </ul>
      {maskedTags === 0 ? null : (
        <p>
          <RevealLink item={REVEAL_TAGS} className="inline-flex min-h-11 items-center text-sm">
            {t("spoilers.showTags", { count: maskedTags })}
          </RevealLink>
        </p>
      )}
    </div>
  );
}
