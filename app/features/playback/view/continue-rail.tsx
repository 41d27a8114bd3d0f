import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DisplayTitle } from "~/features/catalog/title-language";
import { watchPath } from "~/features/catalog/view/anime-path";
import { CoverEntry, EntryDescription } from "~/features/catalog/view/cards/card-states";
import { Cover } from "~/features/catalog/view/cards/cover";
import type { Spine } from "~/features/catalog/view/spine";
import { watchedFraction, type Progress } from "~/features/playback/progress/progress-rules";
import type { I18n } from "~/i18n/i18n";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import { ProgressBar } from "~/ui/progress-bar";
import { Rail } from "~/ui/rail";
import { Toast } from "~/ui/changes/toast";

export interface ContinueCard {
  id: number;
  title: DisplayTitle;
  spine: Spine | null;
  color: string;
  number: number;
  progress: Progress;
}

const CONTINUE_URL = "/api/user/progress/continue";

interface ContinueRailProps {
  cards: readonly ContinueCard[];
  action?: (card: ContinueCard) => ReactNode;
}

export function ContinueRail({ cards, action }: ContinueRailProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState(false);
  if (cards.length === 0) return null;
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
  return (
    <>
      <Toast message={failed ? t("watch.continueFailed") : null} />
      <Rail title={t("watch.continue")}>
        {cards.map((card) => (
          <li key={card.id} className="relative">
            {removed.has(card.id) ? (
              <div
                role="status"
                className="grid aspect-2/3 content-center justify-items-center gap-3 rounded-md border border-rule p-3 text-center text-sm text-ink-soft"
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
              <>
                <Link
                  to={watchPath(card.id, card.number)}
                  prefetch="intent"
                  className="group block"
                >
                  <span className="relative block">
                    <Cover
                      id={card.id}
                      color={card.color}
                      spine={card.spine}
                      title={card.title.text}
                      sizes="(min-width: 48rem) 10.5rem, 8.5rem"
                    />
                    <CoverEntry id={card.id} />
                  </span>
                  <ProgressBar part={watchedFraction(card.progress)} className="mt-2" />
                  <span
                    lang={card.title.lang}
                    className="mt-2 line-clamp-2 min-h-[2.5em] text-sm leading-[1.25] font-semibold transition-colors group-hover:text-accent-text"
                  >
                    {card.title.text}
                  </span>
                  <span className="mt-1 block text-xs text-ink-faint">
                    <EntryDescription id={card.id} />
                    {progressText(i18n, card)}
                  </span>
                </Link>
                {action === undefined ? null : <div className="mt-2">{action(card)}</div>}
                <button
                  type="button"
                  aria-label={t("watch.continueRemove", { title: card.title.text })}
                  onClick={() => void setHidden(card.id, true)}
                  className="needs-js group/off absolute top-0 left-0 inline-flex size-11 items-center justify-center"
                >
                  <span
                    aria-hidden
                    className="rounded-full bg-black/60 p-2 text-white transition-colors group-hover/off:bg-black"
                  >
                    <X className="size-4" />
                  </span>
                </button>
              </>
            )}
          </li>
        ))}
      </Rail>
    </>
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
