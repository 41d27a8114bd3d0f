import { MAX_DELAY_SECONDS } from "~/features/playback/player/preferences/series-choice";
import { useI18n } from "~/i18n/i18n-context";

interface DelayRowProps {
  seconds: number;
  onChange: (seconds: number) => void;
}

export function DelayRow({ seconds, onChange }: DelayRowProps) {
  const { t } = useI18n();
  return (
    <label className="player-choice">
      <span>{t("player.subtitleDelay")}</span>
      <input
        type="number"
        min={-MAX_DELAY_SECONDS}
        max={MAX_DELAY_SECONDS}
        step={0.1}
        defaultValue={seconds}
        onChange={({ currentTarget: { valueAsNumber } }) => {
          if (Math.abs(valueAsNumber) <= MAX_DELAY_SECONDS) onChange(valueAsNumber);
        }}
      />
    </label>
  );
}
