import { href, Link } from "react-router";
import { AnimeRail } from "~/features/home/anime-rail";
import { useI18n } from "~/i18n/i18n-context";
import { LinkChip, Mark } from "~/ui/chip";
import { Section } from "~/ui/section";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";

export interface SearchRailData {
  id: string;
  name: string;
  path: string;
  fresh: number;
  /** Why the search no longer works. */
  problem: string | null;
  cards: AnimeCardData[];
}

export function SearchRail({ name, path, fresh, problem, cards }: SearchRailData) {
  const { t } = useI18n();
  const more = { to: path, label: t("searches.seeAll") };
  if (problem !== null || cards.length === 0)
    return (
      <Section title={name} more={problem === null ? more : undefined}>
        <p className="text-sm text-ink-soft">
          {problem === null ? t("searches.noMatches") : t("searches.outdated", { problem })}{" "}
          <Link to={href("/searches")} className="underline underline-offset-4 hover:text-ink">
            {t("searches.all")}
          </Link>
        </p>
      </Section>
    );
  return (
    <AnimeRail
      title={
        fresh === 0
          ? name
          : t("searches.railTitle", { name, fresh: t("searches.fresh", { count: fresh }) })
      }
      cards={cards}
      more={more}
    />
  );
}

/** Followed searches with new matches. */
export function NewMatches({
  searches,
}: {
  searches: readonly { id: string; name: string; path: string; fresh: number }[];
}) {
  const { t } = useI18n();
  if (searches.length === 0) return null;
  return (
    <Section
      title={t("searches.freshHeading")}
      more={{ to: href("/searches"), label: t("searches.all") }}
    >
      <ul className="flex flex-wrap gap-2">
        {searches.map(({ id, name, path, fresh }) => (
          <li key={id}>
            <LinkChip to={path}>
              <span className="mr-2">{name}</span>
              <Mark>{t("searches.fresh", { count: fresh })}</Mark>
            </LinkChip>
          </li>
        ))}
      </ul>
    </Section>
  );
}
