import { RotateCcw } from "lucide-react";
import type { Problem } from "~/features/playback/player/engine/player-state";
import { useI18n } from "~/i18n/i18n-context";

interface FailureProps {
  problem: Problem;
  missingCodecs: readonly string[];
  onRetry: () => void;
  onNextSource: (() => void) | null;
}

export function Failure({ problem, missingCodecs, onRetry, onNextSource }: FailureProps) {
  const { t, formatList } = useI18n();
  return (
    <div className="player-over" data-solid role="alert">
      <p className="max-w-prose">
        {problem === "codec" && missingCodecs.length > 0
          ? t("problem.codecNamed", { codecs: formatList(missingCodecs) })
          : t(`problem.${problem}`)}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <button type="button" className="player-action" onClick={onRetry}>
          <RotateCcw aria-hidden className="mr-2 inline size-4" />
          {t("player.retry")}
        </button>
        {onNextSource === null ? null : (
          <button
            type="button"
            className="player-action player-action-quiet"
            onClick={onNextSource}
          >
            {t("player.otherSource")}
          </button>
        )}
      </div>
    </div>
  );
}
