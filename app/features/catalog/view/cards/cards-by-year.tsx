import type { ReactNode } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { AnimeCard, type AnimeCardData } from "./anime-card";
import { groupByYear } from "./group-by-year";
import { useCardPreviews } from "./use-card-previews";

interface CardsByYearProps<Row> {
  rows: readonly Row[];
  heading: "h2" | "h3";
  /** What stands below a card. */
  children?: (row: Row) => ReactNode;
}

/** Years side by side, since many have only one title of a studio or a person. */
export function CardsByYear<Row extends { card: AnimeCardData; year: number | null }>({
  rows,
  heading: Heading,
  children,
}: CardsByYearProps<Row>) {
  const { t } = useI18n();
  const { handlers, previews } = useCardPreviews(rows.map(({ card }) => card));
  return (
    <>
      <div
        {...handlers}
        className="previewed mt-6 flex flex-wrap gap-x-3 gap-y-8 sm:gap-x-5 sm:gap-y-10"
      >
        {groupByYear(rows).map(({ year, items }, index) => (
          <section key={year ?? "none"} className="nearing max-w-full border-t border-rule pt-2">
            <Heading className="mb-3 text-base tabular-nums">{year ?? t("credits.noYear")}</Heading>
            <ul className="flex flex-wrap gap-x-3 gap-y-7 sm:gap-x-5">
              {items.map((row) => (
                <li key={row.card.id} className="w-26 sm:w-36">
                  <AnimeCard
                    card={row.card}
                    priority={index < FIRST_YEARS}
                    sizes="(min-width: 40rem) 9rem, 6.5rem"
                  />
                  {children?.(row)}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {previews}
    </>
  );
}

/** Years whose covers load first. */
const FIRST_YEARS = 2;
