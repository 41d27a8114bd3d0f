import { Play, RotateCcw } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { localEntry } from "~/features/playback/progress/local-progress";
import { resumePoint, type Progress } from "~/features/playback/progress/progress-rules";
import type { SaveAnswer } from "~/features/playback/progress/send-progress";
import { useProgressSaver } from "~/features/playback/progress/use-progress-saver";
import { Controls } from "./controls";
import { createEngine, IDLE, type PlayerEngine, type PlayerSource } from "./engine";
import { HelpDialog } from "./help-dialog";
import { stepSpeed, type PlayerAction } from "./keys";
import { NextUp } from "./next-up";
import { readPlayerPreferences, writePlayerPreferences, type PlayerPreferences } from "./player-preferences";
import { SettingsMenu } from "./settings-menu";
import { enteredMark, markAt, type SkipMark } from "./skip-marks";
import { Subtitles } from "./subtitles";
import { doubleTapSeconds, type Tap } from "./touch";
import { useFullscreen } from "./use-fullscreen";
import { useIdle } from "./use-idle";
import { useMediaSession } from "./use-media-session";
import { usePlayerKeys } from "./use-player-keys";
import "./player.css";

/** A source with the words by which it is chosen. */
export interface NamedSource extends PlayerSource {
  name: string;
  marks: readonly SkipMark[];
}

export interface PlayerProps {
  animeId: number;
  number: number;
  series: string;
  title: string;
  /** At least one. */
  sources: readonly NamedSource[];
  /** What the server knows of the person's progress here. */
  progress: Progress | null;
  /** The signed-in person's id; null for a visitor. */
  owner: string | null;
  poster: string;
  next: { number: number; title: string | null } | null;
  hasPrevious: boolean;
  /** Begins by itself: coming from another page of the site is a wish to watch, opening the address is not. */
  autoplay: boolean;
  onNext: () => void;
  onPrevious: () => void;
  onSaved: (answer: SaveAnswer) => void;
}

const noSubscription = () => () => undefined;
const idle = () => IDLE;

/** The whole player on one video element. It stays mounted from episode to episode, so that full screen and picture-in-picture last. */
export default function Player({ animeId, number, series, title, sources, progress, owner, poster, next, hasPrevious, autoplay, onNext, onPrevious, onSaved }: PlayerProps) {
  const stage = useRef<HTMLDivElement>(null);
  const help = useRef<HTMLDialogElement>(null);
  const lastTap = useRef<Tap | null>(null);
  const switchedAt = useRef<number | null>(null);
  const [engine, setEngine] = useState<PlayerEngine | null>(null);
  const [preferences, setPreferences] = useState(() => readPlayerPreferences(localStorage));
  const [chosen, setChosen] = useState({ number, index: 0 });
  const [cancelled, setCancelled] = useState<number | null>(null);
  const [attempt, setAttempt] = useState(0);
  const state = useSyncExternalStore(engine?.subscribe ?? noSubscription, engine?.snapshot ?? idle, idle);
  const fullscreen = useFullscreen(stage, engine?.video ?? null);
  const { idle: isIdle, wake } = useIdle(state.paused || state.phase === "failed");

  const sourceIndex = chosen.number === number && chosen.index < sources.length ? chosen.index : 0;
  const source = sources[sourceIndex];
  const { url, isFile } = source ?? { url: "", isFile: false };
  const marks = useMemo(() => source?.marks ?? [], [source]);
  const { autoSkip, speed } = preferences;

  const attach = useCallback((video: HTMLVideoElement) => {
    const made = createEngine(video);
    const stored = readPlayerPreferences(localStorage);
    video.volume = stored.volume;
    video.muted = stored.muted;
    setEngine(made);
    return () => {
      made.destroy();
      setEngine(null);
    };
  }, []);

  const change = useCallback((part: Partial<PlayerPreferences>) => {
    setPreferences((before) => {
      const after = { ...before, ...part };
      writePlayerPreferences(localStorage, after);
      return after;
    });
  }, []);

  useEffect(() => {
    if (engine === null || url === "") return;
    const known = localEntry(localStorage, animeId, number, owner);
    const startAt = switchedAt.current ?? resumePoint(known === null ? progress : { ...known, watched: known.watched ?? false });
    switchedAt.current = null;
    engine.load({ url, isFile }, startAt);
    if (autoplay || attempt > 0) engine.video.play().catch(() => undefined);
    // The server's progress and the wish to play count when the episode opens, not each time they change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [engine, url, isFile, animeId, number, owner, attempt]);

  useEffect(() => {
    engine?.setSpeed(speed);
  }, [engine, speed]);

  const subtitleLanguage = preferences.subtitles;
  const audioLanguage = preferences.audio;
  useEffect(() => {
    if (engine === null || subtitleLanguage === undefined || state.subtitles.length === 0) return;
    engine.setSubtitle(subtitleLanguage === null ? -1 : (state.subtitles.find(({ language }) => language === subtitleLanguage)?.index ?? -1));
  }, [engine, state.subtitles, subtitleLanguage]);
  useEffect(() => {
    const wanted = state.audios.find(({ language }) => language !== null && language === audioLanguage);
    if (wanted !== undefined) engine?.setAudio(wanted.index);
  }, [engine, state.audios, audioLanguage]);

  useEffect(() => {
    if (engine === null || !autoSkip) return;
    const { video } = engine;
    let before: number | null = null;
    const look = () => {
      const mark = enteredMark(marks, before, video.currentTime);
      before = video.currentTime;
      if (mark !== null) video.currentTime = mark.end ?? video.duration;
    };
    video.addEventListener("timeupdate", look);
    return () => video.removeEventListener("timeupdate", look);
  }, [engine, autoSkip, marks]);

  const seek = useCallback((time: number) => engine?.seek(time), [engine]);

  const setVolume = useCallback(
    (volume: number) => {
      const part = Math.min(1, Math.max(0, Math.round(volume * 100) / 100));
      engine?.setVolume(part);
      change({ volume: part, muted: part === 0 });
    },
    [engine, change],
  );

  const chooseSubtitle = useCallback((index: number) => change({ subtitles: index === -1 ? null : (engine?.snapshot().subtitles[index]?.language ?? null) }), [engine, change]);
  const chooseAudio = (index: number) => {
    engine?.setAudio(index);
    const language = state.audios[index]?.language;
    if (typeof language === "string") change({ audio: language });
  };
  const chooseSource = (index: number) => {
    switchedAt.current = engine?.video.currentTime ?? null;
    setChosen({ number, index });
  };
  const retry = () => {
    switchedAt.current = state.time;
    setAttempt((count) => count + 1);
  };

  const { toggle: toggleFullscreen } = fullscreen;
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
          seek(currentTime + action.seconds);
          break;
        case "seek-to-part":
          seek(duration * action.part);
          break;
        case "volume-by":
          setVolume((now.muted ? 0 : now.volume) + action.part);
          break;
        case "toggle-mute":
          engine.setMuted(!now.muted);
          change({ muted: !now.muted });
          break;
        case "toggle-fullscreen":
          toggleFullscreen();
          break;
        case "toggle-subtitles": {
          const first = now.subtitles[0];
          if (first !== undefined) chooseSubtitle(now.subtitle === -1 ? preferredSubtitle(now.subtitles) : -1);
          break;
        }
        case "speed-by":
          change({ speed: stepSpeed(now.speed, action.steps) });
          break;
        case "next-episode":
          if (next !== null) onNext();
          break;
        case "previous-episode":
          if (hasPrevious) onPrevious();
          break;
        case "show-help":
          help.current?.showModal();
          break;
      }
    },
    [engine, wake, seek, setVolume, change, toggleFullscreen, chooseSubtitle, next, hasPrevious, onNext, onPrevious],
  );

  usePlayerKeys(act);
  useProgressSaver({ video: engine?.video ?? null, animeId, episode: number, owner, onSaved });
  useMediaSession({ video: engine?.video ?? null, title, series, artwork: poster, hasPrevious, hasNext: next !== null, onAction: act });

  const tapped = (event: React.PointerEvent<HTMLVideoElement>) => {
    if (event.pointerType === "mouse") return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const tap = { at: event.timeStamp, part: (event.clientX - left) / width };
    const seconds = doubleTapSeconds(lastTap.current, tap);
    lastTap.current = tap;
    if (seconds !== null) act({ do: "seek-by", seconds });
    else wake();
  };
  const clicked = (event: React.MouseEvent<HTMLVideoElement>) => {
    // A finger's first tap only brings the controls.
    if ((event.nativeEvent as PointerEvent).pointerType !== "touch") act({ do: "toggle-play" });
  };

  const mark = state.started && !state.ended ? markAt(marks, state.time) : null;
  const offersNext = state.ended && next !== null && cancelled !== number;
  return (
    <div ref={stage} className="player" data-idle={isIdle ? "" : undefined} data-phase={state.phase} onPointerMove={wake} onFocus={wake}>
      <video ref={attach} playsInline preload="auto" poster={poster} aria-label={`${series}, ${title}`} onPointerUp={tapped} onClick={clicked} onDoubleClick={() => act({ do: "toggle-fullscreen" })} />
      <Subtitles cues={state.cues} size={preferences.subtitleSize} background={preferences.subtitleBackground} raised={!isIdle} />
      {state.phase === "failed" ? (
        <div className="player-over" data-solid role="alert">
          <p>{state.problem}</p>
          <button type="button" className="player-action" onClick={retry}>
            <RotateCcw aria-hidden className="mr-2 inline size-4" />
            Retry
          </button>
          {sources.length > 1 ? <p className="text-sm text-white/80">Or choose another source in the settings below.</p> : null}
        </div>
      ) : null}
      {state.phase !== "failed" && !state.started ? (
        <div className="player-over">
          <button type="button" className="player-start" aria-label={state.time > 0 ? "Resume" : "Play"} onClick={() => act({ do: "toggle-play" })}>
            <Play aria-hidden className="ml-1 size-8 fill-current" />
          </button>
        </div>
      ) : null}
      {state.phase !== "failed" && state.started && state.waiting && !state.paused ? (
        <div className="player-over" role="status" aria-label="Loading">
          <span className="player-waiting" />
        </div>
      ) : null}
      {mark === null ? null : (
        <button type="button" className="player-action player-skip" onClick={() => seek(mark.end ?? state.duration)}>
          {mark.kind === "intro" ? "Skip intro" : mark.end === null && next !== null ? "Next episode" : "Skip outro"}
        </button>
      )}
      {offersNext ? <NextUp key={number} number={next.number} title={next.title} counting={preferences.autoplayNext} onPlay={onNext} onCancel={() => setCancelled(number)} /> : null}
      <Controls
        state={state}
        marks={marks}
        fullscreen={fullscreen.active}
        canShowPicture={document.pictureInPictureEnabled}
        hasPrevious={hasPrevious}
        hasNext={next !== null}
        onAction={act}
        onSeek={seek}
        onVolume={setVolume}
        onPicture={() => togglePicture(engine)}
        settings={
          engine === null ? null : (
            <SettingsMenu
              engine={engine}
              state={state}
              sources={sources.map(({ name }) => name)}
              source={sourceIndex}
              onSource={chooseSource}
              onSubtitle={chooseSubtitle}
              onAudio={chooseAudio}
              preferences={preferences}
              onPreferences={change}
            />
          )
        }
      />
      <HelpDialog dialog={help} />
    </div>
  );
}

/** The subtitles that a single key brings back: in a language of the browser, or else the first. */
function preferredSubtitle(subtitles: readonly { index: number; language: string | null }[]): number {
  const byLanguage = navigator.languages.map((wanted) => subtitles.find(({ language }) => language !== null && wanted.startsWith(language)));
  return byLanguage.find((found) => found !== undefined)?.index ?? 0;
}

function togglePicture(engine: PlayerEngine | null): void {
  if (document.pictureInPictureElement !== null) document.exitPictureInPicture().catch(() => undefined);
  else engine?.video.requestPictureInPicture().catch(() => undefined);
}
