import { useEffect, useState } from "react";
import { useI18n } from "~/i18n/i18n-context";

const COUNTDOWN_SECONDS = 10;

interface NextUpProps {
  number: number;
  title: string | null;
  counting: boolean;
  onPlay: () => void;
  onCancel: () => void;
}

export function NextUp({ number, title, counting, onPlay, onCancel }: NextUpProps) {
  const { t } = useI18n();
  const [left, setLeft] = useState(COUNTDOWN_SECONDS);
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [counting]);
  useEffect(() => {
    if (counting && left <= 0) onPlay();
  }, [counting, left, onPlay]);
  return (
    <div className="player-panel" role="group" aria-label={t("player.nextEpisode")}>
      <p className="text-sm text-white/80">
        {counting
          ? t("player.nextEpisodeIn", { seconds: Math.max(0, left) })
          : t("player.nextEpisode")}
      </p>
      <p className="mt-1 line-clamp-2 font-display text-lg font-semibold">
        {title === null ? t("watch.episode", { number }) : `${number}. ${title}`}
      </p>
      <div className="mt-4 flex gap-2">
        <button type="button" className="player-action" onClick={onPlay}>
          {t("player.playNow")}
        </button>
        <button type="button" className="player-action player-action-quiet" onClick={onCancel}>
          {t("player.cancel")}
        </button>
      </div>
    </div>
  );
}

interface SeriesEndProps {
  series: string;
  isLast: boolean;
  onLeave: () => void;
  onCancel: () => void;
}

/** The panel after the last episode that plays here, which may be the last of all. */
export function SeriesEnd({ series, isLast, onLeave, onCancel }: SeriesEndProps) {
  const { t } = useI18n();
  const label = t(isLast ? "player.lastEpisode" : "player.lastEpisodeHere");
  return (
    <div className="player-panel" role="group" aria-label={label}>
      <p className="text-sm text-white/80">{label}</p>
      <p className="mt-1 line-clamp-2 font-display text-lg font-semibold">{series}</p>
      <div className="mt-4 flex gap-2">
        <button type="button" className="player-action" onClick={onLeave}>
          {t("watch.backToTitle")}
        </button>
        <button type="button" className="player-action player-action-quiet" onClick={onCancel}>
          {t("player.cancel")}
        </button>
      </div>
    </div>
  );
}
