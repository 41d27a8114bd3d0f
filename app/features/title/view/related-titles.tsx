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
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-4 gap-y-7 sm:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
        {related.map(({ relation, card }, index) => (
          <li key={`${relation} ${card.id}`} className={foldAt(index)}>
            <p className="mb-1.5 truncate text-xs font-semibold text-ink-soft">{relation}</p>
            <AnimeCard card={card} sizes="(min-width: 40rem) 9rem, 30vw" />
          </li>
        ))}
      </ul>
      {related.length <= ON_PHONE ? null : (
        <UnfoldBox
          label={t("title.showAll", { count: formatNumber(related.length) })}
          of={t("title.belongsWith")}
          isEverywhere={related.length > MAX_COLLAPSED}
        />
      )}
    </div>
  );
}

function foldAt(index: number): string | undefined {
  if (index >= MAX_COLLAPSED) return "folded-everywhere";
  return index < ON_PHONE ? undefined : "folded";
}
