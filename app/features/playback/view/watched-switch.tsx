import { Check } from "lucide-react";
import { recordProgress } from "~/features/playback/progress/send-progress";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";

interface WatchedSwitchProps {
  animeId: number;
  number: number;
  watched: boolean;
  position: number;
  duration: number | null;
  owner: string | null;
  onChanged: () => void;
}

export function WatchedSwitch({
  animeId,
  number,
  watched,
  position,
  duration,
  owner,
  onChanged,
}: WatchedSwitchProps) {
  const { t } = useI18n();
  const toggle = async () => {
    await recordProgress({
      animeId,
      episode: number,
      position: watched ? 0 : position,
      duration,
      watched: !watched,
      at: Date.now(),
      owner,
    });
    onChanged();
  };
  return (
    <Button aria-pressed={watched} onClick={() => void toggle()} className="needs-js">
      <Check
        aria-hidden
        className={watched ? "size-4 text-accent-text" : "size-4 text-ink-faint"}
      />
      {t(watched ? "watch.watched" : "watch.mark")}
    </Button>
  );
}
