import { watchedFraction, type Progress } from "~/features/playback/progress/progress-rules";
import { useI18n } from "~/i18n/i18n-context";
import { ProgressBar } from "~/ui/progress-bar";
import { icon } from "~/ui/icons";

export function EpisodeState({ progress }: { progress: Progress | null | undefined }) {
  const { t } = useI18n();
  if (progress === null || progress === undefined) return null;
  const fraction = watchedFraction(progress);
  if (fraction === 1) {
    return (
      <span className="inline-flex items-center text-accent-text">
        {icon("tick")}
        <span className="sr-only">{t("watch.watched")}</span>
      </span>
    );
  }
  if (fraction === 0) return null;
  return (
    <span className="inline-flex items-center">
      <ProgressBar part={fraction} className="w-10" />
      <span className="sr-only">
        {t("watch.watchedPart", { percent: Math.round(fraction * 100) })}
      </span>
    </span>
  );
}
