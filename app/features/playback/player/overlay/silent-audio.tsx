import { useState } from "react";
import { useI18n } from "~/i18n/i18n-context";

interface SilentAudioProps {
  codecs: readonly string[];
  onNextSource: (() => void) | null;
}

/** Explains missing sound; the video keeps playing. */
export function SilentAudio({ codecs, onNextSource }: SilentAudioProps) {
  const { t, formatList } = useI18n();
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <div className="player-panel player-advice" role="alert">
      <p className="text-sm">{t("player.noSound", { codecs: formatList(codecs) })}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        {onNextSource === null ? null : (
          <button type="button" className="player-action" onClick={onNextSource}>
            {t("player.otherSource")}
          </button>
        )}
        <button
          type="button"
          className="player-action player-action-quiet"
          onClick={() => setIsDismissed(true)}
        >
          {t("watch.close")}
        </button>
      </div>
    </div>
  );
}
