import { useCallback, type RefObject } from "react";
import { preferredSubtitle } from "~/features/playback/player/behaviour/use-tracks";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import type { ChangePreferences } from "~/features/playback/player/preferences/use-player-preferences";
import { useWords } from "~/language/words-context";
import { stepSpeed, type PlayerAction } from "./keys";

interface ActionParts {
  engine: PlayerEngine | null;
  change: ChangePreferences;
  help: RefObject<HTMLDialogElement | null>;
  toggleFullscreen: () => void;
  /** Says what was done. */
  say: (text: string) => void;
  /** Called before anything is done. */
  wake: () => void;
  /** Null where there is none. */
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
}

export interface PlayerActions {
  act: (action: PlayerAction) => void;
  /** From 0 to 1. */
  setVolume: (volume: number) => void;
  /** -1 for none. */
  chooseSubtitle: (index: number) => void;
  chooseAudio: (index: number) => void;
  togglePicture: () => void;
}

/** What keys, buttons, media keys and fingers can do, in one place. */
export function usePlayerActions({
  engine,
  change,
  help,
  toggleFullscreen,
  say,
  wake,
  onNext,
  onPrevious,
}: ActionParts): PlayerActions {
  const { t, number } = useWords();
  const setVolume = useCallback(
    (volume: number) => {
      const part = Math.round(volume * 100) / 100;
      engine?.setVolume(part);
      change({ volume: part, muted: part === 0 });
    },
    [engine, change],
  );
  const chooseSubtitle = useCallback(
    (index: number) => {
      engine?.setSubtitle(index);
      // What is remembered is a language; of a track without one there is nothing to remember.
      change({
        subtitles:
          index === -1 ? null : (engine?.snapshot().subtitles[index]?.language ?? undefined),
      });
    },
    [engine, change],
  );
  const chooseAudio = useCallback(
    (index: number) => {
      const language = engine?.snapshot().audios[index]?.language;
      if (typeof language === "string") change({ audio: language });
      engine?.setAudio(index);
    },
    [engine, change],
  );
  const togglePicture = useCallback(() => {
    if (document.pictureInPictureElement !== null)
      document.exitPictureInPicture().catch(() => undefined);
    else engine?.video.requestPictureInPicture().catch(() => undefined);
  }, [engine]);

  const act = useCallback(
    (action: PlayerAction) => {
      if (engine === null) return;
      const now = engine.snapshot();
      const { currentTime, duration } = engine.video;
      wake();
      switch (action.do) {
        case "toggle-play":
          engine.togglePlay();
          break;
        case "seek-by":
          engine.seek(currentTime + action.seconds);
          say(`${action.seconds < 0 ? "−" : "+"}${Math.abs(action.seconds)} s`);
          break;
        case "seek-to-part":
          engine.seek(duration * action.part);
          say(t("player.percent", { percent: Math.round(action.part * 100) }));
          break;
        case "volume-by": {
          const volume = Math.min(1, Math.max(0, (now.muted ? 0 : now.volume) + action.part));
          setVolume(volume);
          say(t("player.volumeIs", { percent: Math.round(volume * 100) }));
          break;
        }
        case "toggle-mute":
          engine.setMuted(!now.muted);
          change({ muted: !now.muted });
          say(t(now.muted ? "player.soundOn" : "player.muted"));
          break;
        case "toggle-fullscreen":
          toggleFullscreen();
          break;
        case "toggle-subtitles": {
          if (now.subtitles.length === 0) return say(t("player.noSubtitles"));
          const index =
            now.subtitle === -1 ? preferredSubtitle(now.subtitles, navigator.languages) : -1;
          chooseSubtitle(index);
          const name = now.subtitles[index]?.label;
          say(
            index === -1
              ? t("player.subtitlesOff")
              : name === undefined
                ? t("player.subtitlesOn")
                : t("player.subtitlesAre", { name }),
          );
          break;
        }
        case "speed-by": {
          const speed = stepSpeed(now.speed, action.steps);
          change({ speed });
          say(`${number(speed)}×`);
          break;
        }
        case "next-episode":
          onNext?.();
          break;
        case "previous-episode":
          onPrevious?.();
          break;
        case "show-help":
          help.current?.showModal();
          break;
      }
    },
    [
      engine,
      wake,
      say,
      setVolume,
      change,
      toggleFullscreen,
      chooseSubtitle,
      onNext,
      onPrevious,
      help,
      t,
      number,
    ],
  );
  return { act, setVolume, chooseSubtitle, chooseAudio, togglePicture };
}
