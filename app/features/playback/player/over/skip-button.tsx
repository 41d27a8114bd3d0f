import type { SkipMark } from "~/features/playback/player/behaviour/skip-marks";

interface SkipButtonProps {
  mark: SkipMark;
  hasNext: boolean;
  onSkip: () => void;
}

/** Shown while an intro or outro plays. An outro that lasts to the end leads to the next episode. */
export function SkipButton({ mark, hasNext, onSkip }: SkipButtonProps) {
  return (
    <button type="button" className="player-action player-skip" onClick={onSkip}>
      {mark.kind === "intro" ? "Skip intro" : mark.end === null && hasNext ? "Next episode" : "Skip outro"}
    </button>
  );
}
