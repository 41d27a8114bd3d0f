import { Settings } from "lucide-react";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import type { PlayerSource } from "~/features/playback/player/engine/player-source";
import type { PlayerState } from "~/features/playback/player/engine/player-state";
import { SPEEDS } from "~/features/playback/player/input/keys";
import type { PlayerPreferences } from "~/features/playback/player/preferences/player-preferences";
import { useI18n } from "~/i18n/i18n-context";
import { SelectRow, SwitchRow } from "./menu-rows";
import { PlayerMenu } from "./player-menu";
import { RemoteRow } from "./remote-row";
import { ShareRow } from "./share-row";

interface SettingsMenuProps {
  engine: PlayerEngine;
  state: PlayerState;
  sources: readonly string[];
  source: number;
  loaded: PlayerSource;
  onSource: (index: number) => void;
  preferences: PlayerPreferences;
  onPreferences: (changes: Partial<PlayerPreferences>) => void;
  /** Hides what a room decides. */
  isShared: boolean;
  /** The link for other programs, or null where they may not open the source. */
  externalUrl: string | null;
  /** The link for televisions, or null where they may not open the source. */
  deviceUrl: string | null;
  /** The download, or null where the viewer may not have it. */
  downloadUrl: string | null;
}

export function SettingsMenu({
  engine,
  state,
  sources,
  source,
  loaded,
  onSource,
  preferences,
  onPreferences,
  isShared,
  externalUrl,
  deviceUrl,
  downloadUrl,
}: SettingsMenuProps) {
  const { t, formatNumber } = useI18n();
  const automatic =
    state.playingQuality === null
      ? t("player.automatic")
      : t("player.automaticNow", { quality: state.playingQuality });
  return (
    <PlayerMenu label={t("player.settings")} icon={<Settings aria-hidden />}>
      {sources.length > 1 ? (
        <SelectRow
          label={t("player.source")}
          value={source}
          options={sources.map((name, index) => [index, name])}
          onChange={(value) => onSource(Number(value))}
        />
      ) : null}
      {state.qualities.length > 1 ? (
        <SelectRow
          label={t("player.quality")}
          value={state.quality}
          options={[
            [-1, automatic],
            ...state.qualities.map((choice) => [choice.index, choice.label] as const),
          ]}
          onChange={(value) => engine.setQuality(Number(value))}
        />
      ) : null}
      {isShared ? null : (
        <SelectRow
          label={t("player.speed")}
          value={state.speed}
          options={SPEEDS.map((speed) => [
            speed,
            speed === 1 ? t("player.normal") : `${formatNumber(speed)}×`,
          ])}
          onChange={(value) => onPreferences({ speed: Number(value) })}
        />
      )}
      <SwitchRow
        label={t("player.autoplay")}
        checked={preferences.autoplayNext}
        onChange={(autoplayNext) => onPreferences({ autoplayNext })}
      />
      {isShared ? null : (
        <SwitchRow
          label={t("player.autoSkip")}
          checked={preferences.autoSkip}
          onChange={(autoSkip) => onPreferences({ autoSkip })}
        />
      )}
      <RemoteRow engine={engine} source={loaded} deviceUrl={deviceUrl} />
      <ShareRow externalUrl={externalUrl} downloadUrl={downloadUrl} />
    </PlayerMenu>
  );
}
