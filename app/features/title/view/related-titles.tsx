import { AnimeCard, type AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { UnfoldBox } from "~/ui/unfold-box";
import { useI18n } from "~/i18n/i18n-context";

export interface RelatedTitle {
  relation: string;
  card: AnimeCardData;
}

const MAX_COLLAPSED = 14;
/** A row of a phone, which shows no more at first. */
const ON_PHONE = 3;

export function RelatedTitles({ related }: { related: readonly RelatedTitle[] }) {
  const { t, formatNumber } = useI18n();
  return (
    <div className="fold">
      <Cards related={related.slice(0, MAX_COLLAPSED)} />
      {related.length <= MAX_COLLAPSED ? null : (
        <details className="folded mt-4">
          <summary className="unfolds inline-flex min-h-11 list-none items-center text-sm font-medium text-accent-text hover:underline">
            {t("title.showAll", { count: formatNumber(related.length) })}
          </summary>
          <Cards related={related.slice(MAX_COLLAPSED)} />
        </details>
      )}
      {related.length <= ON_PHONE ? null : (
        <UnfoldBox
          label={t("title.showAll", { count: formatNumber(related.length) })}
          of={t("title.belongsWith")}
        />
      )}
    </div>
  );
}

function Cards({ related }: { related: readonly RelatedTitle[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-4 gap-y-7 sm:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
      {related.map(({ relation, card }, index) => (
        <li key={`${relation} ${card.id}`} className={index < ON_PHONE ? undefined : "folded"}>
          <p className="mb-1.5 truncate text-xs font-semibold text-ink-soft">{relation}</p>
          <AnimeCard card={card} sizes="(min-width: 40rem) 9rem, 30vw" />
        </li>
      ))}
    </ul>
  );
}
