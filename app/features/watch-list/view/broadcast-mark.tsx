import { Check } from "lucide-react";
import type { ScheduledCard } from "~/features/schedule/view/airing-list";
import { useI18n } from "~/i18n/i18n-context";
import { CountUp } from "./count-up-form";

interface BroadcastMarkProps {
  airing: ScheduledCard;
  /** What the user has seen of the title; undefined unless it is on the list. */
  seen: { count: number; next: number | null } | undefined;
  /** Time of the response. */
  now: string;
}

/** Ticks a broadcast that was seen, and counts up where the next episode was broadcast. */
export function BroadcastMark({ airing, seen, now }: BroadcastMarkProps) {
  const { t } = useI18n();
  if (seen === undefined) return null;
  const { card, at, episode } = airing;
  if (episode !== null && episode <= seen.count)
    return (
      <span className="flex size-11 shrink-0 items-center justify-center">
        <Check aria-hidden className="size-4 text-accent-text" />
        <span className="sr-only">{t("watch.watched")}</span>
      </span>
    );
  const isToCome = at > now && episode !== null && seen.next !== null && seen.next >= episode;
  return seen.next === null || isToCome ? null : (
    <CountUp animeId={card.id} title={card.title.text} episode={seen.next} />
  );
}
