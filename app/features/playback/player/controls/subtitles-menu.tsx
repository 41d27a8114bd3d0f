import { Captions, CaptionsOff } from "lucide-react";
import { useId } from "react";
import type { PlayerState } from "~/features/playback/player/engine/player-state";
import {
  AUTOMATIC,
  type PlayerPreferences,
} from "~/features/playback/player/preferences/player-preferences";
import { useI18n } from "~/i18n/i18n-context";
import { DelayRow } from "./delay-row";
import { ChoicesRow, SelectRow, SwitchRow } from "./menu-rows";
import { PlayerMenu } from "./player-menu";

interface SubtitlesMenuProps {
  state: PlayerState;
  /** Whether the subtitles are those that fit the sound's language. */
  isAutomatic: boolean;
  onSubtitle: (index: number | typeof AUTOMATIC) => void;
  preferences: PlayerPreferences;
  onPreferences: (changes: Partial<PlayerPreferences>) => void;
  subtitleDelay: number;
  onSubtitleDelay: (seconds: number) => void;
}

export function SubtitlesMenu(props: SubtitlesMenuProps) {
  const { t } = useI18n();
  const { subtitles, subtitle } = props.state;
  if (subtitles.length === 0) return null;
  const label = t("player.subtitles");
  return (
    <PlayerMenu
      label={label}
      title={t("player.withKey", { label, keys: "C" })}
      icon={subtitle === -1 ? <CaptionsOff aria-hidden /> : <Captions aria-hidden />}
    >
      <SubtitleRows {...props} />
    </PlayerMenu>
  );
}

function SubtitleRows({
  state,
  isAutomatic,
  onSubtitle,
  preferences,
  onPreferences,
  subtitleDelay,
  onSubtitleDelay,
}: SubtitlesMenuProps) {
  const { t } = useI18n();
  const name = useId();
  const shown = state.subtitles[state.subtitle]?.label ?? t("player.off");
  return (
    <>
      <ChoicesRow
        label={t("player.subtitles")}
        name={name}
        value={isAutomatic ? AUTOMATIC : state.subtitle}
        options={[
          [
            AUTOMATIC,
            isAutomatic
              ? t("player.automaticSubtitlesNow", { choice: shown })
              : t("player.automaticSubtitles"),
          ],
          [-1, t("player.off")],
          ...state.subtitles.map((choice) => [choice.index, choice.label] as const),
        ]}
        onChange={(value) => onSubtitle(value === AUTOMATIC ? AUTOMATIC : Number(value))}
      />
      <SelectRow
        label={t("player.subtitleSize")}
        value={preferences.subtitleSize}
        options={(["small", "medium", "large"] as const).map((size) => [
          size,
          t(`subtitleSize.${size}`),
        ])}
        onChange={(value) =>
          onPreferences({ subtitleSize: value as PlayerPreferences["subtitleSize"] })
        }
      />
      <SelectRow
        label={t("player.subtitleBackground")}
        value={preferences.subtitleBackground}
        options={(["none", "soft", "solid"] as const).map((kind) => [
          kind,
          t(`subtitleBackground.${kind}`),
        ])}
        onChange={(value) =>
          onPreferences({ subtitleBackground: value as PlayerPreferences["subtitleBackground"] })
        }
      />
      {state.subtitleFile?.format === "ass" ? (
        <SwitchRow
          label={t("player.plainSubtitles")}
          checked={preferences.plainSubtitles}
          onChange={(plainSubtitles) => onPreferences({ plainSubtitles })}
        />
      ) : null}
      {state.subtitleFile === null ? null : (
        <DelayRow seconds={subtitleDelay} onChange={onSubtitleDelay} />
      )}
    </>
  );
}
