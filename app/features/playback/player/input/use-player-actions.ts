import { useCallback, type RefObject } from "react";
import { NO_LANGUAGE, preferredSubtitle } from "~/features/playback/player/hooks/use-tracks";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import { AUTOMATIC } from "~/features/playback/player/preferences/player-preferences";
import type { ChangePreferences } from "~/features/playback/player/preferences/use-player-preferences";
import type { ChangeSeriesChoice } from "~/features/playback/player/preferences/use-series-choice";
import { useI18n } from "~/i18n/i18n-context";
import { stepSpeed, type PlayerAction } from "./keys";

interface PlayerActionOptions {
  engine: PlayerEngine | null;
  change: ChangePreferences;
  changeForSeries: ChangeSeriesChoice;
  helpDialog: RefObject<HTMLDialogElement | null>;
  toggleFullscreen: () => void;
  toggleTheater: () => void;
  notify: (text: string) => void;
  wake: () => void;
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
  /** Whether the speed is that of a room. */
  isShared: boolean;
}

export interface PlayerActions {
  act: (action: PlayerAction) => void;
  setVolume: (volume: number) => void;
  chooseSubtitle: (choice: number | typeof AUTOMATIC) => void;
  chooseAudio: (index: number) => void;
  togglePictureInPicture: () => void;
}

/** What keys, taps and buttons do. */
export function usePlayerActions({
  engine,
  change,
  changeForSeries,
  helpDialog,
  toggleFullscreen,
  toggleTheater,
  notify,
  wake,
  onNext,
  onPrevious,
  isShared,
}: PlayerActionOptions): PlayerActions {
  const { t, formatNumber } = useI18n();
  const setVolume = useCallback(
    (volume: number) => {
      const rounded = Math.round(volume * 100) / 100;
      engine?.setVolume(rounded);
      change({ volume: rounded, muted: rounded === 0 });
    },
    [engine, change],
  );
  const { chooseSubtitle, chooseAudio } = useTrackChoices({ engine, change, changeForSeries });
  const togglePictureInPicture = useCallback(() => {
    if (document.pictureInPictureElement !== null)
      document.exitPictureInPicture().catch(() => undefined);
    else engine?.video.requestPictureInPicture().catch(() => undefined);
  }, [engine]);

  const act = useCallback(
    (action: PlayerAction) => {
      if (engine === null) return;
      const state = engine.snapshot();
      const { time, duration } = state;
      wake();
      switch (action.do) {
        case "toggle-play":
          engine.togglePlay();
          break;
        case "seek-by":
          engine.seek(time + action.seconds);
          notify(`${action.seconds < 0 ? "−" : "+"}${Math.abs(action.seconds)} s`);
          break;
        case "seek-to-part":
          if (duration === 0) break;
          engine.seek(duration * action.part);
          notify(t("player.percent", { percent: Math.round(action.part * 100) }));
          break;
        case "volume-by": {
          const volume = Math.min(1, Math.max(0, (state.muted ? 0 : state.volume) + action.part));
          setVolume(volume);
          notify(t("player.volumeIs", { percent: Math.round(volume * 100) }));
          break;
        }
        case "toggle-mute":
          engine.setMuted(!state.muted);
          change({ muted: !state.muted });
          notify(t(state.muted ? "player.soundOn" : "player.muted"));
          break;
        case "toggle-fullscreen":
          toggleFullscreen();
          break;
        case "toggle-theater":
          toggleTheater();
          break;
        case "toggle-subtitles": {
          if (state.subtitles.length === 0) return notify(t("player.noSubtitles"));
          const index =
            state.subtitle === -1 ? preferredSubtitle(state.subtitles, navigator.languages) : -1;
          chooseSubtitle(index);
          const name = state.subtitles[index]?.label;
          notify(
            index === -1
              ? t("player.subtitlesOff")
              : name === undefined
                ? t("player.subtitlesOn")
                : t("player.subtitlesAre", { name }),
          );
          break;
        }
        case "speed-by": {
          if (isShared) return notify(t("room.normalSpeed"));
          const speed = stepSpeed(state.speed, action.steps);
          change({ speed });
          notify(`${formatNumber(speed)}×`);
          break;
        }
        case "next-episode":
          onNext?.();
          break;
        case "previous-episode":
          onPrevious?.();
          break;
        case "show-help":
          helpDialog.current?.showModal();
          break;
      }
    },
    [
      engine,
      wake,
      notify,
      setVolume,
      change,
      toggleFullscreen,
      toggleTheater,
      chooseSubtitle,
      onNext,
      onPrevious,
      isShared,
      helpDialog,
      t,
      formatNumber,
    ],
  );
  return { act, setVolume, chooseSubtitle, chooseAudio, togglePictureInPicture };
}

type TrackChoiceOptions = Pick<PlayerActionOptions, "engine" | "change" | "changeForSeries">;

/** Chooses tracks, and stores their languages for the series and for other series. */
function useTrackChoices({ engine, change, changeForSeries }: TrackChoiceOptions) {
  const chooseSubtitle = useCallback(
    (choice: number | typeof AUTOMATIC) => {
      if (choice === AUTOMATIC) {
        change({ subtitles: AUTOMATIC });
        changeForSeries({
          subtitles: AUTOMATIC,
          subtitleLabel: undefined,
          subtitleKind: undefined,
        });
        return;
      }
      engine?.setSubtitle(choice);
      // The language is stored, not the track.
      const track = engine?.snapshot().subtitles[choice];
      const subtitles = choice === -1 ? null : (track?.language ?? NO_LANGUAGE);
      if (subtitles !== NO_LANGUAGE) change({ subtitles });
      changeForSeries({ subtitles, subtitleLabel: track?.label, subtitleKind: track?.kind });
    },
    [engine, change, changeForSeries],
  );
  const chooseAudio = useCallback(
    (index: number) => {
      const language = engine?.snapshot().audios[index]?.language;
      if (typeof language === "string") {
        change({ audio: language });
        changeForSeries({ audio: language });
      }
      engine?.setAudio(index);
    },
    [engine, change, changeForSeries],
  );
  return { chooseSubtitle, chooseAudio };
}
