import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import type { BroadcastMark as Mark } from "~/features/watch-list/broadcast-mark.server";
import { useI18n } from "~/i18n/i18n-context";
import { icon } from "~/ui/icons";
import { CountUp } from "./count-up-form";

interface BroadcastMarkProps {
  card: AnimeCardData;
  mark: Mark;
}

/** A tick for a broadcast that the user has seen, or the button that counts up. */
export function BroadcastMark({ card, mark }: BroadcastMarkProps) {
  const { t } = useI18n();
  if (mark === null) return null;
  return mark === "seen" ? (
    <span className="flex size-11 shrink-0 items-center justify-center">
      {icon("tick", "text-accent-text")}
      <span className="sr-only">{t("watch.watched")}</span>
    </span>
  ) : (
    <CountUp animeId={card.id} title={card.title.text} episode={mark} />
  );
}
