import { RotateCcw } from "lucide-react";
import type { Problem } from "~/features/playback/player/engine/player-state";
import { useWords } from "~/language/words-context";

interface FailureProps {
  problem: Problem;
  onRetry: () => void;
  /** Goes to the next source; null when there is no other. */
  onOther: (() => void) | null;
}

/** Says why playing stopped, and what can be done about it. */
export function Failure({ problem, onRetry, onOther }: FailureProps) {
  const { t } = useWords();
  return (
    <div className="player-over" data-solid role="alert">
      <p className="max-w-prose">{t(`problem.${problem}`)}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <button type="button" className="player-action" onClick={onRetry}>
          <RotateCcw aria-hidden className="mr-2 inline size-4" />
          {t("player.retry")}
        </button>
        {onOther === null ? null : (
          <button type="button" className="player-action player-action-quiet" onClick={onOther}>
            {t("player.otherSource")}
          </button>
        )}
      </div>
    </div>
  );
}
