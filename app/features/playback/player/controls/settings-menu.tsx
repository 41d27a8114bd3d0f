import { Settings } from "lucide-react";
import { useId, useRef } from "react";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import type { PlayerSource } from "~/features/playback/player/engine/player-source";
import type { PlayerState } from "~/features/playback/player/engine/player-state";
import { SPEEDS } from "~/features/playback/player/input/keys";
import type { PlayerPreferences } from "~/features/playback/player/preferences/player-preferences";
import { useI18n } from "~/i18n/i18n-context";
import { RemoteRow } from "./remote-row";
import { DelayRow } from "./delay-row";
import { ShareRow } from "./share-row";

interface SettingsMenuProps {
  engine: PlayerEngine;
  state: PlayerState;
  sources: readonly string[];
  source: number;
  loaded: PlayerSource;
  onSource: (index: number) => void;
  onSubtitle: (index: number) => void;
  onAudio: (index: number) => void;
  preferences: PlayerPreferences;
  onPreferences: (changes: Partial<PlayerPreferences>) => void;
  /** Hides what a room decides. */
  isShared: boolean;
  subtitleDelay: number;
  onSubtitleDelay: (seconds: number) => void;
  /** The link for other programs, or null where they may not open the source. */
  externalUrl: string | null;
  /** The link for televisions, or null where they may not open the source. */
  deviceUrl: string | null;
  /** The download, or null where the viewer may not have it. */
  downloadUrl: string | null;
}

/** A popover of native selects, for keyboards, screen readers and phones. */
export function SettingsMenu({
  engine,
  state,
  sources,
  source,
  loaded,
  onSource,
  onSubtitle,
  onAudio,
  preferences,
  onPreferences,
  isShared,
  subtitleDelay,
  onSubtitleDelay,
  externalUrl,
  deviceUrl,
  downloadUrl,
}: SettingsMenuProps) {
  const { t, formatNumber } = useI18n();
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  /** Anchors the menu above its button; on small screens the style sheet overrides this. */
  const positionMenu = ({ currentTarget: menu }: React.ToggleEvent<HTMLDivElement>) => {
    const button = opener.current?.getBoundingClientRect();
    if (button === undefined) return;
    menu.style.setProperty("--menu-right", `${Math.max(8, innerWidth - button.right)}px`);
    menu.style.setProperty("--menu-bottom", `${Math.max(8, innerHeight - button.top + 8)}px`);
  };
  const automatic =
    state.playingQuality === null
      ? t("player.automatic")
      : t("player.automaticNow", { quality: state.playingQuality });
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        aria-label={t("player.settings")}
        title={t("player.settings")}
        className="player-button"
      >
        <Settings aria-hidden />
      </button>
      <div
        id={id}
        popover="auto"
        onBeforeToggle={positionMenu}
        role="dialog"
        aria-label={t("player.settings")}
        className="player-menu"
      >
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
        {state.audios.length > 1 ? (
          <SelectRow
            label={t("player.audio")}
            value={state.audio}
            options={state.audios.map((choice) => [choice.index, choice.label])}
            onChange={(value) => onAudio(Number(value))}
          />
        ) : null}
        {state.subtitles.length > 0 ? (
          <>
            <SelectRow
              label={t("player.subtitles")}
              value={state.subtitle}
              options={[
                [-1, t("player.off")],
                ...state.subtitles.map((choice) => [choice.index, choice.label] as const),
              ]}
              onChange={(value) => onSubtitle(Number(value))}
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
                onPreferences({
                  subtitleBackground: value as PlayerPreferences["subtitleBackground"],
                })
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
      </div>
    </>
  );
}

interface SelectRowProps {
  label: string;
  value: string | number;
  options: readonly (readonly [value: string | number, label: string])[];
  onChange: (value: string) => void;
}

function SelectRow({ label, value, options, onChange }: SelectRowProps) {
  return (
    <label className="player-choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function SwitchRow({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="player-choice">
      <span>{label}</span>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
