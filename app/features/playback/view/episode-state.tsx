import { Check } from "lucide-react";
import { watchedPart, type Progress } from "~/features/playback/progress/progress-rules";
import { useWords } from "~/language/words-context";
import { ProgressBar } from "~/ui/progress-bar";

/** How far a person has come in an episode: a tick, a bar, or nothing. In words for those who do not see it. */
export function EpisodeState({ progress }: { progress: Progress | null | undefined }) {
  const { t } = useWords();
  if (progress === null || progress === undefined) return null;
  const part = watchedPart(progress);
  if (part === 1) {
    return (
      <span className="inline-flex items-center text-accent-text">
        <Check aria-hidden className="size-4" />
        <span className="sr-only">{t("watch.watched")}</span>
      </span>
    );
  }
  if (part === 0) return null;
  return (
    <span className="inline-flex items-center">
      <ProgressBar part={part} className="w-10" />
      <span className="sr-only">{t("watch.watchedPart", { percent: Math.round(part * 100) })}</span>
    </span>
  );
}
