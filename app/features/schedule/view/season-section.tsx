import type { ReactNode } from "react";
import { AnimeCard, type AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import type { AnimeType } from "~/features/catalog/vocabulary";
import { useI18n } from "~/i18n/i18n-context";
import { Link } from "~/ui/link";
import { Section } from "~/ui/section";

export interface SeasonCard {
  card: AnimeCardData;
  /** Time or day of the broadcast. */
  note: string | null;
  /** What it continues, in words. */
  after: string | null;
  hasTrailer: boolean;
}

export interface SeasonSection {
  id: string;
  heading: string;
  /** When all are of one. */
  type?: AnimeType | undefined;
  items: SeasonCard[];
}

interface SeasonSectionProps {
  section: SeasonSection;
  more?: { to: string; label: string } | undefined;
  action: (card: AnimeCardData) => ReactNode;
}

export function SeasonSectionView({ section, more, action }: SeasonSectionProps) {
  const { t } = useI18n();
  return (
    <Section title={section.heading} more={more}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4 gap-y-9 sm:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] sm:gap-x-5">
        {section.items.map(({ card, note, after, hasTrailer }) => (
          <li key={card.id} className="flex flex-col">
            <AnimeCard
              card={card}
              note={note ?? undefined}
              sizes="(min-width: 40rem) 11rem, 45vw"
            />
            {after === null ? null : (
              <p className="mt-1 line-clamp-2 text-xs text-ink-soft">{after}</p>
            )}
            {hasTrailer ? (
              <Link
                to={`${card.path}#trailer`}
                aria-label={t("title.trailerOf", { title: card.title.text })}
                className="inline-flex min-h-11 items-center text-xs text-ink-soft underline-offset-4 hover:text-ink hover:underline"
              >
                {t("title.trailer")}
              </Link>
            ) : null}
            {action(card)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
