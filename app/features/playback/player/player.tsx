import { useCallback, useEffect, useRef, useState } from "react";
import { Play } from "lucide-react";
import type { SaveAnswer } from "~/features/playback/progress/send-progress";
import { useProgressSaver } from "~/features/playback/progress/use-progress-saver";
import { useWords } from "~/language/words-context";
import { markAt, type SkipMark } from "./behaviour/skip-marks";
import { useAutoSkip } from "./behaviour/use-auto-skip";
import { useEngine } from "./behaviour/use-engine";
import { useFullscreen } from "./behaviour/use-fullscreen";
import { useIdle } from "./behaviour/use-idle";
import { useMediaSession } from "./behaviour/use-media-session";
import { useSource, type NamedSource } from "./behaviour/use-source";
import { useTracks } from "./behaviour/use-tracks";
import { Controls } from "./controls/controls";
import { SettingsMenu } from "./controls/settings-menu";
import { HelpDialog } from "./input/help-dialog";
import { usePlayerActions } from "./input/use-player-actions";
import { usePlayerKeys } from "./input/use-player-keys";
import { useTaps } from "./input/use-taps";
import { Failure } from "./over/failure";
import { NextUp } from "./over/next-up";
import { Notice, useNotice } from "./over/notice";
import { SkipButton } from "./over/skip-button";
import { Subtitles } from "./over/subtitles";
import { usePlayerPreferences } from "./preferences/use-player-preferences";
import "./player.css";

export interface PlayerProps {
  animeId: number;
  number: number;
  series: string;
  title: string;
  /** At least one. */
  sources: readonly NamedSource[];
  /** The signed-in person's id; null for a visitor. */
  owner: string | null;
  /** What the person's account holds of the player's preferences; null for a visitor. */
  storedPreferences: unknown;
  poster: string;
  next: { number: number; title: string | null } | null;
  hasPrevious: boolean;
  /** Begins by itself: coming from another page of the site is a wish to watch, opening the address is not. */
  autoplay: boolean;
  /** Where to begin, in seconds; asked when the episode opens. */
  readStart: () => number;
  onNext: () => void;
  onPrevious: () => void;
  onSaved: (answer: SaveAnswer) => void;
}

/** The whole player on one video element. It stays mounted from episode to episode, so that full screen and picture-in-picture last. */
export default function Player(props: PlayerProps) {
  const { animeId, number, series, title, sources, owner, poster, next, hasPrevious, onSaved } =
    props;
  const { t } = useWords();
  const stage = useRef<HTMLDivElement>(null);
  const help = useRef<HTMLDialogElement>(null);
  const [cancelled, setCancelled] = useState<number | null>(null);
  const [preferences, change] = usePlayerPreferences(props.storedPreferences, owner !== null);
  const { engine, state, attach } = useEngine(() => preferences);
  const video = engine?.video ?? null;
  const fullscreen = useFullscreen(stage, video);
  const { idle: isIdle, wake, rest } = useIdle(state.paused || state.phase === "failed");
  const [notice, say] = useNotice();
  const { source, index, marks, choose, retry } = useSource({
    engine,
    episode: `${animeId}/${number}`,
    sources,
    readStart: props.readStart,
    autoplay: props.autoplay,
    problem: state.problem,
  });

  const onNext = next === null ? null : props.onNext;
  const onPrevious = hasPrevious ? props.onPrevious : null;
  const { act, setVolume, chooseSubtitle, chooseAudio, togglePicture } = usePlayerActions({
    engine,
    change,
    help,
    toggleFullscreen: fullscreen.toggle,
    say,
    wake,
    onNext,
    onPrevious,
  });

  const { speed } = preferences;
  useEffect(() => engine?.setSpeed(speed), [engine, speed]);
  useTracks(engine, state, preferences);
  useAutoSkip({ video, url: source.url, marks, isOn: preferences.autoSkip });
  usePlayerKeys(act);
  useProgressSaver({ video, animeId, episode: number, owner, onSaved });
  useMediaSession({
    video,
    title,
    series,
    artwork: poster,
    hasPrevious,
    hasNext: next !== null,
    onAction: act,
  });
  const taps = useTaps({ act, isIdle, wake, rest });

  const seek = useCallback((time: number) => engine?.seek(time), [engine]);
  const leapsOn = useRef(false);
  const skip = ({ end }: SkipMark) => {
    leapsOn.current = end === null && onNext !== null;
    seek(end ?? state.duration);
  };
  useEffect(() => {
    // By way of the end, so that the episode counts as watched.
    if (state.ended && leapsOn.current) onNext?.();
    leapsOn.current = false;
  }, [state.ended, onNext]);

  const isFailed = state.phase === "failed";
  const mark = state.started && !state.ended && !isFailed ? markAt(marks, state.time) : null;
  const offersNext = state.ended && next !== null && cancelled !== number;
  return (
    <div
      ref={stage}
      className="player"
      data-idle={isIdle ? "" : undefined}
      data-phase={state.phase}
      data-started={state.started ? "" : undefined}
      onPointerMove={({ pointerType }) => (pointerType === "mouse" ? wake() : undefined)}
      onFocus={wake}
    >
      <video
        ref={attach}
        playsInline
        preload="auto"
        poster={poster}
        aria-label={`${series}, ${title}`}
        {...taps}
      />
      <Subtitles
        cues={state.cues}
        size={preferences.subtitleSize}
        background={preferences.subtitleBackground}
        raised={!isIdle}
      />
      <p aria-hidden className="player-title">
        {series} <span>{title}</span>
      </p>
      <Notice notice={notice} />
      {state.problem !== null ? (
        <Failure
          problem={state.problem}
          onRetry={retry}
          onOther={sources.length > 1 ? () => choose((index + 1) % sources.length) : null}
        />
      ) : null}
      {!isFailed && (!state.started || (state.paused && !state.ended && isTouched())) ? (
        <div className="player-over">
          <button
            type="button"
            className="player-start"
            aria-label={t(state.time > 0 && !state.started ? "player.resume" : "player.play")}
            onClick={() => act({ do: "toggle-play" })}
          >
            <Play aria-hidden className="ml-1 size-8 fill-current" />
          </button>
        </div>
      ) : null}
      {!isFailed && state.started && state.waiting && !state.paused ? (
        <div className="player-over" role="status" aria-label={t("player.loading")}>
          <span className="player-waiting" />
        </div>
      ) : null}
      {mark === null ? null : (
        <SkipButton mark={mark} hasNext={next !== null} onSkip={() => skip(mark)} />
      )}
      {offersNext ? (
        <NextUp
          key={number}
          number={next.number}
          title={next.title}
          counting={preferences.autoplayNext}
          onPlay={props.onNext}
          onCancel={() => setCancelled(number)}
        />
      ) : null}
      <Controls
        source={source}
        state={state}
        marks={marks}
        fullscreen={fullscreen.active}
        canShowPicture={document.pictureInPictureEnabled}
        hasPrevious={hasPrevious}
        hasNext={next !== null}
        onAction={act}
        onSeek={seek}
        onVolume={setVolume}
        onPicture={togglePicture}
        settings={
          engine === null ? null : (
            <SettingsMenu
              engine={engine}
              state={state}
              sources={sources.map(({ name }) => name)}
              source={index}
              onSource={choose}
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

/** Whether fingers steer: for them the bar's button is a small thing at the edge. */
function isTouched(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}
