import { href, Link } from "react-router";
import { Play, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DisplayTitle } from "~/features/catalog/title-language";
import { watchPath } from "~/features/catalog/view/anime-path";
import { EntryDescription } from "~/features/catalog/view/cards/card-states";
import { EpisodeStill } from "~/features/catalog/view/cards/episode-still";
import { watchedFraction, type Progress } from "~/features/playback/progress/progress-rules";
import type { I18n } from "~/i18n/i18n";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { ProgressBar } from "~/ui/progress-bar";
import { Rail } from "~/ui/rail";
import { Toast } from "~/ui/changes/toast";

export interface ContinueCard {
  id: number;
  path: string;
  title: DisplayTitle;
  number: number;
  /** The episode has a source. */
  playable: boolean;
  progress: Progress;
  /** A setting masks the stills of unwatched episodes. */
  isImageMasked: boolean;
}

const CONTINUE_URL = href("/api/user/progress/continue");

interface ContinueItemsProps {
  cards: readonly ContinueCard[];
  action?: (card: ContinueCard) => ReactNode;
}

export function ContinueRail(props: ContinueItemsProps) {
  const { t } = useI18n();
  return props.cards.length === 0 ? null : (
    <Rail title={t("watch.continue")} layout="one-row">
      <ContinueItems {...props} />
    </Rail>
  );
}

/** The items of a rail of panels. */
export function ContinueItems({ cards, action }: ContinueItemsProps) {
  const { t } = useI18n();
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState(false);
  const setHidden = async (id: number, remove: boolean) => {
    const setIsRemoved = (isRemoved: boolean) =>
      setRemoved(
        (before) =>
          new Set(isRemoved ? [...before, id] : [...before].filter((other) => other !== id)),
      );
    setIsRemoved(remove);
    const response = await fetch(`${CONTINUE_URL}?animeId=${id}`, {
      method: remove ? "DELETE" : "PUT",
    }).catch(() => null);
    setFailed(response?.ok !== true);
    if (response?.ok !== true) setIsRemoved(!remove);
  };
  return cards.map((card, index) => (
    <li key={card.id}>
      {index === 0 ? <Toast message={failed ? t("watch.continueFailed") : null} /> : null}
      {removed.has(card.id) ? (
        <div
          role="status"
          className="grid h-full content-center justify-items-center gap-3 rounded-md border border-rule p-3 text-center text-sm text-ink-soft"
        >
          <p>
            <Trans
              message="watch.continueRemoved"
              values={{ title: card.title.text }}
              parts={{ title: <span lang={card.title.lang} /> }}
            />
          </p>
          <Button onClick={() => void setHidden(card.id, false)}>{t("watch.undo")}</Button>
        </div>
      ) : (
        <ContinuePanel
          card={card}
          action={action?.(card)}
          onRemove={() => void setHidden(card.id, true)}
        />
      )}
    </li>
  ));
}

interface ContinuePanelProps {
  card: ContinueCard;
  action: ReactNode;
  onRemove: () => void;
}

function ContinuePanel({ card, action, onRemove }: ContinuePanelProps) {
  const i18n = useI18n();
  return (
    <div className="flex h-full flex-col justify-between gap-3 rounded-md border border-rule bg-raised p-3">
      <Link
        to={card.playable ? watchPath(card.id, card.number) : card.path}
        prefetch="intent"
        className="group/still grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4"
      >
        <span className="relative self-start">
          <EpisodeStill id={card.id} number={card.isImageMasked ? null : card.number} />
          {card.playable ? (
            <span
              aria-hidden
              className="absolute inset-0 m-auto grid size-10 place-items-center rounded-full bg-black/60 text-white transition-colors group-hover/still:bg-accent"
            >
              <Play className="size-4 fill-current" />
            </span>
          ) : null}
        </span>
        <span className="min-w-0">
          <span
            lang={card.title.lang}
            className="line-clamp-2 text-sm leading-[1.25] font-semibold transition-colors group-hover/still:text-accent-text"
          >
            {card.title.text}
          </span>
          <span className="mt-1 block text-xs text-ink-faint">
            <EntryDescription id={card.id} />
            {progressText(i18n, card)}
            {card.playable ? null : ` · ${i18n.t("watch.notHere")}`}
          </span>
          <ProgressBar part={watchedFraction(card.progress)} className="mt-2" />
        </span>
      </Link>
      <div className="flex items-center justify-between gap-2">
        {action}
        <Button
          weight="bare"
          aria-label={i18n.t("watch.continueRemove", { title: card.title.text })}
          onClick={onRemove}
          className="needs-js ml-auto"
        >
          <X aria-hidden className="size-4" />
        </Button>
      </div>
    </div>
  );
}

function progressText(
  { t }: I18n,
  { number, progress: { position, duration } }: ContinueCard,
): string {
  if (duration === null || position === 0) return t("watch.episode", { number });
  return t("watch.episodeLeft", {
    number,
    minutes: Math.max(1, Math.round((duration - position) / 60)),
  });
}
