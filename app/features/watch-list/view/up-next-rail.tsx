import { href, Link } from "react-router";
import { Pause, Play, X } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import type { DisplayTitle } from "~/features/catalog/title-language";
import { RevealLink } from "~/features/catalog/spoilers/reveal-link";
import { watchPath } from "~/features/catalog/view/anime-path";
import { Cover } from "~/features/catalog/view/cards/cover";
import { EpisodeStill } from "~/features/catalog/view/cards/episode-still";
import type { I18n } from "~/i18n/i18n";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Toast } from "~/ui/changes/toast";
import { classNames } from "~/ui/class-names";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { ProgressBar } from "~/ui/progress-bar";
import { Rail } from "~/ui/rail";
import { CountUpForm } from "./count-up-form";
import { FACT_DOT } from "~/ui/fact-dot";

export interface UpNextCard {
  id: number;
  path: string;
  title: DisplayTitle;
  color: string;
  seen: number;
  total: number | null;
  /** It is being watched or rewatched. */
  isUnderWay: boolean;
  next: number;
  /** The episode that "+1" marks; null when all that was broadcast is seen. */
  countUp: number | null;
  /** Where the next episode was left, in seconds; null unless it is half watched. */
  progress: { position: number; duration: number | null } | null;
  episodeTitle: string | null;
  isTitleMasked: boolean;
  withoutFiller: { seen: number; total: number } | null;
  /** The next episode has a source. */
  playable: boolean;
  /** The next episode was broadcast and has no source. */
  isMissing: boolean;
  /** A setting that masks stills replaces them by the title's banner. */
  image: "still" | "banner" | "cover";
  /** How far behind, or when the next one airs; localised. */
  news: string | null;
}

interface UpNextRailProps {
  cards: readonly UpNextCard[];
  /** How many titles are being watched, by My list's count. */
  total?: number;
  /** Leads to something new. */
  action?: ReactNode;
}

/** What to continue, a card per title. */
export function UpNextRail({ cards, total = 0, action }: UpNextRailProps) {
  const { t, formatNumber } = useI18n();
  const shown = useFirstOrder(cards);
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
      panels={cards.length}
    >
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
  const counting = useChangeForm();
  const leaving = useChangeForm();
  const removal = useRemoval(card.id);
  const { id, path, title, countUp } = card;
  if (removal.isRemoved) return <RemovedItem title={title} removal={removal} />;
  return (
    <article
      aria-label={title.text}
      className={classNames(
        "grid h-full grid-rows-[1fr_auto] gap-x-4 gap-y-3 rounded-md border border-rule bg-raised p-3 transition-opacity",
        card.image === "cover"
          ? "grid-cols-[5rem_minmax(0,1fr)]"
          : "grid-cols-[8rem_minmax(0,1fr)]",
        leaving.formData !== undefined && "opacity-50",
      )}
    >
      <ItemImage card={card} />
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
        <ItemText card={card} added={counting.formData === undefined ? 0 : 1} />
      </div>
      <div className="col-span-2 flex items-center justify-between gap-2">
        {countUp === null ? (
          // Keeps the other buttons at the end.
          <span />
        ) : (
          <CountUpForm animeId={id} title={title.text} episode={countUp} fetcher={counting} />
        )}
        {card.isUnderWay ? (
          <PutAsideForm card={card} fetcher={leaving} />
        ) : (
          <RemoveButton title={title.text} removal={removal} />
        )}
      </div>
    </article>
  );
}

/** Plays the next episode where it has a source; else a duplicate of the title's link. */
function ItemImage({ card: { id, path, title, next, playable, ...card } }: { card: UpNextCard }) {
  const { t } = useI18n();
  const image =
    card.image === "cover" ? (
      <Cover id={id} color={card.color} spine={null} sizes="5rem" className="rounded-sm" />
    ) : (
      <EpisodeStill id={id} number={card.image === "still" ? next : null} />
    );
  return playable ? (
    <Link
      to={watchPath(id, next)}
      prefetch="intent"
      aria-label={t("upNext.playOf", { number: next, title: title.text })}
      className="group/still relative self-start"
    >
      {image}
      <span
        aria-hidden
        className="absolute inset-0 m-auto grid size-10 place-items-center rounded-full bg-black/60 text-white transition-colors group-hover/still:bg-accent"
      >
        <Play className="size-4 fill-current" />
      </span>
    </Link>
  ) : (
    <Link to={path} prefetch="intent" aria-hidden tabIndex={-1} className="self-start">
      {image}
    </Link>
  );
}

/** The next episode and how far the user is; `added` is what is being counted up. */
function ItemText({ card, added }: { card: UpNextCard; added: number }) {
  const i18n = useI18n();
  const { t } = i18n;
  const left = minutesLeft(card.progress);
  const { id, title, total, next, progress } = card;
  const seen = card.seen + added;
  const facts = [
    left === null ? null : t("upNext.minutesLeft", { minutes: left }),
    seenText(i18n, card, added),
  ].filter((text) => text !== null);
  const news = [card.isMissing ? t("watch.notHere") : null, card.news].filter(
    (text) => text !== null,
  );
  return (
    <>
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
        part={
          progress !== null
            ? watchedPart(progress)
            : total === null
              ? null
              : Math.min(1, seen / total)
        }
        className="mt-1.5 shrink-0"
      />
      <p className="mt-1 min-h-[2.7em] text-xs text-ink-faint tabular-nums">
        {facts.join(FACT_DOT)}
        {news.map((text) => (
          <Fragment key={text}>
            {FACT_DOT}
            <span className="font-medium text-ink-soft">{text}</span>
          </Fragment>
        ))}
      </p>
    </>
  );
}

function seenText({ t, formatNumber }: I18n, card: UpNextCard, added: number): string {
  const seen = formatNumber(card.seen + added);
  if (card.total === null) return t("upNext.seen", { seen });
  const { withoutFiller } = card;
  return withoutFiller === null
    ? t("upNext.seenOf", { seen, all: formatNumber(card.total) })
    : t("progress.withoutFiller", {
        seen: formatNumber(withoutFiller.seen + added),
        all: formatNumber(withoutFiller.total),
      });
}

/** What is left of a half-watched episode; null for another, and without a known duration. */
function minutesLeft(progress: UpNextCard["progress"]): number | null {
  if (progress === null || progress.duration === null) return null;
  return Math.max(1, Math.round((progress.duration - progress.position) / 60));
}

function watchedPart({ position, duration }: NonNullable<UpNextCard["progress"]>): number | null {
  return duration === null || duration <= 0 ? null : Math.min(1, position / duration);
}

interface PutAsideFormProps {
  card: UpNextCard;
  fetcher: ReturnType<typeof useChangeForm>;
}

/** Pauses or drops a title. */
function PutAsideForm({ card: { id, title }, fetcher }: PutAsideFormProps) {
  const { t } = useI18n();
  return (
    <fetcher.Form method="post" preventScrollReset className="flex">
      <input type="hidden" name="animeId" value={id} />
      {(["paused", "dropped"] as const).map((state) => (
        <Button
          key={state}
          type="submit"
          weight="bare"
          name="state"
          value={state}
          aria-label={t(`upNext.${state}`, { title: title.text })}
          title={t(`upNext.${state}Hint`)}
        >
          {state === "paused" ? (
            <Pause aria-hidden className="size-4" />
          ) : (
            <X aria-hidden className="size-4" />
          )}
        </Button>
      ))}
    </fetcher.Form>
  );
}

interface Removal {
  isRemoved: boolean;
  hasFailed: boolean;
  set: (isRemoved: boolean) => Promise<void>;
}

/** Takes a title off the row until it is played again. */
function useRemoval(id: number): Removal {
  const [isRemoved, setRemoved] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  return {
    isRemoved,
    hasFailed,
    async set(remove) {
      setRemoved(remove);
      const path = `${href("/api/user/progress/continue")}?animeId=${id}`;
      const response = await fetch(path, { method: remove ? "DELETE" : "PUT" }).catch(() => null);
      setFailed(response?.ok !== true);
      if (response?.ok !== true) setRemoved(!remove);
    },
  };
}

function RemoveButton({ title, removal }: { title: string; removal: Removal }) {
  const { t } = useI18n();
  return (
    <>
      <Toast message={removal.hasFailed ? t("watch.continueFailed") : null} />
      <Button
        weight="bare"
        aria-label={t("watch.continueRemove", { title })}
        onClick={() => void removal.set(true)}
        className="needs-js"
      >
        <X aria-hidden className="size-4" />
      </Button>
    </>
  );
}

function RemovedItem({ title, removal }: { title: DisplayTitle; removal: Removal }) {
  const { t } = useI18n();
  return (
    <div
      role="status"
      className="grid h-full content-center justify-items-center gap-3 rounded-md border border-rule p-3 text-center text-sm text-ink-soft"
    >
      <Toast message={removal.hasFailed ? t("watch.continueFailed") : null} />
      <p>
        <Trans
          message="watch.continueRemoved"
          values={{ title: title.text }}
          parts={{ title: <span lang={title.lang} /> }}
        />
      </p>
      <Button onClick={() => void removal.set(false)}>{t("watch.undo")}</Button>
    </div>
  );
}
