import type { SkipMark } from "~/features/playback/player/hooks/skip-marks";
import { useI18n } from "~/i18n/i18n-context";

interface SkipButtonProps {
  mark: SkipMark;
  hasNext: boolean;
  onSkip: () => void;
}

export function SkipButton({ mark, hasNext, onSkip }: SkipButtonProps) {
  const { t } = useI18n();
  return (
    <button type="button" className="player-action player-skip" onClick={onSkip}>
      {t(
        mark.kind === "intro"
          ? "player.skipIntro"
          : mark.end === null && hasNext
            ? "player.nextEpisode"
            : "player.skipOutro",
      )}
      {mark.detected === true ? (
        <small className="player-skip-detected"> {t("player.skipDetected")}</small>
      ) : null}
    </button>
  );
}
