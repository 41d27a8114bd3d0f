import { href, Link } from "react-router";
import { Pause, Play } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import type { DisplayTitle } from "~/features/catalog/title-language";
import { RevealLink } from "~/features/catalog/spoilers/reveal-link";
import { watchPath } from "~/features/catalog/view/anime-path";
import { Cover } from "~/features/catalog/view/cards/cover";
import { EpisodeStill } from "~/features/catalog/view/cards/episode-still";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { ProgressBar } from "~/ui/progress-bar";
import { Rail } from "~/ui/rail";
import { CountUpForm } from "./count-up-form";

export interface UpNextCard {
  id: number;
  path: string;
  title: DisplayTitle;
  color: string;
  seen: number;
  total: number | null;
  next: number;
  episodeTitle: string | null;
  isTitleMasked: boolean;
  withoutFiller: { seen: number; total: number } | null;
  /** The next episode has a source. */
  playable: boolean;
  /** The next episode was broadcast and has no source, as others of the title have. */
  isMissing: boolean;
  /** The next episode has a still, and no setting masks it. */
  hasStill: boolean;
  /** How far behind, or when the next one airs; localised. */
  news: string | null;
}

interface UpNextRailProps {
  cards: readonly UpNextCard[];
  /** How many titles are being watched, by My list's count. */
  total: number;
  /** The number of half-played episodes, whose items come first. */
  begun: number;
  /** Leads to something new. */
  action: ReactNode;
  children: ReactNode;
}

export function UpNextRail({ cards, total, begun, action, children }: UpNextRailProps) {
  const { t, formatNumber } = useI18n();
  const shown = useFirstOrder(cards);
  if (cards.length + begun === 0) return null;
  return (
    <Rail
      title={t("watch.continue")}
      more={
        total === 0
          ? undefined
          : {
              to: `${href("/list")}?state=watching`,
              label: t("upNext.all", { count: formatNumber(total) }),
            }
      }
      action={action}
      layout={cards.length + begun > 2 ? "two-rows" : "one-row"}
    >
      {children}
      {shown.map((card) => (
        <li key={card.id}>
          <UpNextItem card={card} />
        </li>
      ))}
    </Rail>
  );
}

/** Counting changes the order, but cards stay in place until the page is left. */
function useFirstOrder(cards: readonly UpNextCard[]): readonly UpNextCard[] {
  const [first] = useState(() => new Map(cards.map(({ id }, index) => [id, index])));
  const place = ({ id }: UpNextCard) => first.get(id) ?? first.size;
  return [...cards].sort((one, other) => place(one) - place(other));
}

function UpNextItem({ card }: { card: UpNextCard }) {
  const i18n = useI18n();
  const { t, formatNumber } = i18n;
  const counting = useChangeForm();
  const pausing = useChangeForm();
  const { id, path, title, total, next, playable } = card;
  const added = counting.formData === undefined ? 0 : 1;
  const seen = card.seen + added;
  return (
    <article
      aria-label={title.text}
      className={classNames(
        "grid h-full grid-rows-[auto_1fr] gap-x-4 gap-y-3 rounded-md border border-rule bg-raised p-3 transition-opacity",
        card.hasStill ? "grid-cols-[8rem_minmax(0,1fr)]" : "grid-cols-[5rem_minmax(0,1fr)]",
        pausing.formData !== undefined && "opacity-50",
      )}
    >
      {/* A duplicate of the title's link, hidden from keyboards and screen readers. */}
      <Link to={path} prefetch="intent" aria-hidden tabIndex={-1} className="self-start">
        {card.hasStill ? (
          <EpisodeStill id={id} number={next} />
        ) : (
          <Cover id={id} color={card.color} spine={null} sizes="5rem" className="rounded-sm" />
        )}
      </Link>
      <div className="flex min-w-0 flex-col">
        <h3 className="font-sans text-sm leading-tight font-semibold tracking-normal">
          <Link
            to={path}
            prefetch="intent"
            lang={title.lang}
            className="block truncate py-1 hover:text-accent-text"
          >
            {title.text}
          </Link>
        </h3>
        <p className="line-clamp-2 text-sm text-ink-soft">
          {card.episodeTitle === null
            ? t("watch.episode", { number: next })
            : t("upNext.episode", { number: next, title: card.episodeTitle })}
          {card.isTitleMasked ? (
            <RevealLink
              item={String(id)}
              label={t("spoilers.showTitleIn", { number: next, title: title.text })}
              className="ml-2 inline-flex min-h-6 items-center text-xs"
            >
              {t("spoilers.showTitle")}
            </RevealLink>
          ) : null}
        </p>
        <ProgressBar
          part={total === null ? null : Math.min(1, seen / total)}
          className="mt-1.5 shrink-0"
        />
        <p className="mt-1 min-h-[2.7em] text-xs text-ink-faint tabular-nums">
          {total === null
            ? t("upNext.seen", { seen: formatNumber(seen) })
            : card.withoutFiller !== null
              ? t("progress.withoutFiller", {
                  seen: formatNumber(card.withoutFiller.seen + added),
                  all: formatNumber(card.withoutFiller.total),
                })
              : t("upNext.seenOf", { seen: formatNumber(seen), all: formatNumber(total) })}
          {[card.isMissing ? t("watch.notHere") : null, card.news].map((text) =>
            text === null ? null : (
              <Fragment key={text}>
                {" · "}
                <span className="font-medium text-ink-soft">{text}</span>
              </Fragment>
            ),
          )}
        </p>
      </div>
      <div className="col-span-2 flex items-center gap-2 self-end">
        {playable ? (
          <ButtonLink
            to={watchPath(id, next)}
            prefetch="intent"
            weight="primary"
            aria-label={t("upNext.playOf", { number: next, title: title.text })}
            className="px-4"
          >
            <Play aria-hidden className="size-4 fill-current" />
            {t("upNext.play")}
          </ButtonLink>
        ) : null}
        <CountUpForm animeId={id} title={title.text} episode={next} fetcher={counting} />
        <pausing.Form method="post" preventScrollReset className="ml-auto">
          <input type="hidden" name="animeId" value={id} />
          <Button
            type="submit"
            weight="bare"
            name="state"
            value="paused"
            aria-label={t("upNext.pause", { title: title.text })}
            title={t("upNext.pauseHint")}
          >
            <Pause aria-hidden className="size-4" />
          </Button>
        </pausing.Form>
      </div>
    </article>
  );
}
