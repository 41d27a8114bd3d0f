import type { ReactNode } from "react";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import type { AnimeType } from "~/features/catalog/vocabulary";
import { Section } from "~/ui/section";
import { SeasonCardView, type SeasonCard } from "./season-card";

export interface SeasonSection {
  id: string;
  heading: string;
  /** The type of all titles, if it is one. */
  type?: AnimeType | undefined;
  items: SeasonCard[];
}

interface SeasonSectionProps {
  section: SeasonSection;
  more?: { to: string; label: string } | undefined;
  action: (card: AnimeCardData) => ReactNode;
}

export function SeasonSectionView({ section, more, action }: SeasonSectionProps) {
  return (
    <Section title={section.heading} more={more} anchor={section.id} className="scroll-mt-16">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,24rem),1fr))] gap-4">
        {section.items.map((item) => (
          <li key={item.card.id} className="nearing">
            <SeasonCardView {...item} sectionType={section.type} action={action(item.card)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
