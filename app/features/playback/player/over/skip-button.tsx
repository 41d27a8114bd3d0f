import type { SkipMark } from "~/features/playback/player/behaviour/skip-marks";
import { useWords } from "~/language/words-context";

interface SkipButtonProps {
  mark: SkipMark;
  hasNext: boolean;
  onSkip: () => void;
}

/** Shown while an intro or outro plays. An outro that lasts to the end leads to the next episode. */
export function SkipButton({ mark, hasNext, onSkip }: SkipButtonProps) {
  const { t } = useWords();
  return (
    <button type="button" className="player-action player-skip" onClick={onSkip}>
      {t(
        mark.kind === "intro"
          ? "player.skipIntro"
          : mark.end === null && hasNext
            ? "player.nextEpisode"
            : "player.skipOutro",
      )}
    </button>
  );
}
