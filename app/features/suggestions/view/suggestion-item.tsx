import { Link } from "react-router";
import { Cover } from "~/features/catalog/view/cards/cover";
import { formatEpisodeCount, formatYearAndType } from "~/features/catalog/view/facts";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { Score } from "~/ui/score";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { FACT_DOT } from "~/ui/fact-dot";

export interface SuggestionCard {
  card: AnimeCardData;
  /** Why it is suggested, in a sentence. */
  reason: string;
  genres: string[];
  /** The first sentences of the synopsis. */
  synopsis: string | null;
}

/** A title with the reason for it, and what to do with it. */
export function SuggestionItem({ card, reason, genres, synopsis }: SuggestionCard) {
  const i18n = useI18n();
  const fetcher = useChangeForm();
  const { t, label } = i18n;
  const facts = [formatYearAndType(i18n, card), formatEpisodeCount(i18n, card)];
  return (
    <article
      aria-label={card.title.text}
      aria-busy={fetcher.state !== "idle"}
      className="relative flex h-full gap-4 rounded-md border border-rule bg-raised p-4"
    >
      <div className="w-24 shrink-0 self-start sm:w-28">
        <Cover id={card.id} color={card.color} spine={card.spine} sizes="7rem" />
      </div>
      <div className="flex min-w-0 grow flex-col">
        <h2 className="text-base leading-snug font-semibold">
          <Link
            to={card.path}
            prefetch="intent"
            lang={card.title.lang}
            className="before:absolute before:top-4 before:left-4 before:aspect-2/3 before:w-24 hover:text-accent-text sm:before:w-28"
          >
            {card.title.text}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-ink-faint">
          <span>{facts.filter((fact) => fact !== null && fact !== "").join(FACT_DOT)}</span>
          <Score score={card.score} />
        </p>
        {genres.length === 0 ? null : (
          <p className="mt-1 text-xs text-ink-soft">
            {genres.map((name) => label("genre", name)).join(FACT_DOT)}
          </p>
        )}
        <p className="mt-2 text-sm font-medium">{reason}</p>
        {synopsis === null ? null : (
          <p lang="en" className="mt-1 line-clamp-2 text-sm text-ink-soft">
            {synopsis}
          </p>
        )}
        <fetcher.Form
          method="post"
          preventScrollReset
          className="mt-auto -mb-2 -ml-3 flex flex-wrap gap-x-1 pt-2"
        >
          <input type="hidden" name="animeId" value={card.id} />
          {BUTTONS.map(([intent, action]) => (
            <Button
              key={intent}
              type="submit"
              name="intent"
              value={intent}
              weight="bare"
              aria-label={t("discover.actionOn", { action: t(action), title: card.title.text })}
              className="px-3"
            >
              {t(action)}
            </Button>
          ))}
        </fetcher.Form>
      </div>
    </article>
  );
}

const BUTTONS = [
  ["plan", "discover.plan"],
  ["seen-it", "discover.seenIt"],
  ["not-this", "discover.notThis"],
  ["less-like-this", "discover.lessLikeThis"],
] as const;
