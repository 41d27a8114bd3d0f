import { AnimeCard, type AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { useWords } from "~/language/words-context";

/** A title that belongs with another, and how, in words. */
export interface RelatedTitle {
  relation: string;
  card: AnimeCardData;
}

/** Two rows of a wide screen; a long series has many more, which open on demand. */
const SHOWN_AT_FIRST = 14;

/** What a title belongs with, in the order in which it is to be watched. */
export function RelatedTitles({ related }: { related: readonly RelatedTitle[] }) {
  const { t, number } = useWords();
  return (
    <>
      <Cards related={related.slice(0, SHOWN_AT_FIRST)} />
      {related.length <= SHOWN_AT_FIRST ? null : (
        <details className="mt-4">
          <summary className="unfolds inline-flex min-h-11 list-none items-center text-sm font-medium text-accent-text hover:underline">
            {t("title.showAll", { count: number(related.length) })}
          </summary>
          <Cards related={related.slice(SHOWN_AT_FIRST)} />
        </details>
      )}
    </>
  );
}

function Cards({ related }: { related: readonly RelatedTitle[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-4 gap-y-7 sm:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
      {related.map(({ relation, card }) => (
        <li key={`${relation} ${card.id}`}>
          <p className="mb-1.5 text-xs font-semibold text-ink-soft">{relation}</p>
          <AnimeCard card={card} sizes="(min-width: 40rem) 9rem, 30vw" />
        </li>
      ))}
    </ul>
  );
}
