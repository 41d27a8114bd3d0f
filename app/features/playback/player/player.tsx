import { useCallback, useEffect, useRef, useState } from "react";
import { Play } from "lucide-react";
import type { SaveResponse } from "~/features/playback/progress/send-progress";
import { useProgressSaver } from "~/features/playback/progress/use-progress-saver";
import { useI18n } from "~/i18n/i18n-context";
import type { PlayerEngine } from "./engine/engine";
import { markAt, type SkipMark } from "./hooks/skip-marks";
import { useAutoSkip } from "./hooks/use-auto-skip";
import { useEngine } from "./hooks/use-engine";
import { useFullscreen } from "./hooks/use-fullscreen";
import { useIdle } from "./hooks/use-idle";
import { useMediaSession } from "./hooks/use-media-session";
import { useSource, type NamedSource } from "./hooks/use-source";
import { useTracks } from "./hooks/use-tracks";
import { Controls } from "./controls/controls";
import { SettingsMenu } from "./controls/settings-menu";
import { TracksMenu } from "./controls/tracks-menu";
import { HelpDialog } from "./input/help-dialog";
import { usePlayerActions } from "./input/use-player-actions";
import { usePlayerKeys } from "./input/use-player-keys";
import { useTaps } from "./input/use-taps";
import { Failure } from "./overlay/failure";
import { NextUp, SeriesEnd } from "./overlay/next-up";
import { Notice, useNotice } from "./overlay/notice";
import { SilentAudio } from "./overlay/silent-audio";
import { SkipButton } from "./overlay/skip-button";
import { Subtitles } from "./overlay/subtitles";
import { TouchControls } from "./overlay/touch-controls";
import { AUTOMATIC } from "./preferences/player-preferences";
import { useSeriesChoice } from "./preferences/use-series-choice";
import { useSubtitleFile } from "./subtitles/use-subtitle-file";
import { usePlayerPreferences } from "./preferences/use-player-preferences";
import "./player.css";

/** The same in each render, as an effect depends on it. */
const NONE: readonly number[] = [];

export interface PlayerProps {
  animeId: number;
  number: number;
  series: string;
  title: string;
  sources: readonly NamedSource[];
  /** The user's id; null for a visitor. */
  owner: string | null;
  /** Unvalidated preferences of the account; null for a visitor. */
  storedPreferences: unknown;
  poster: string;
  next: { number: number; title: string | null } | null;
  hasPrevious: boolean;
  /** True after navigation within the site, false when the URL was opened directly. */
  autoplay: boolean;
  /** Signs the sources' URLs anew. Resolves to whether they have changed. */
  renewSources: () => Promise<boolean>;
  readStart: () => number;
  onNext: () => void;
  onPrevious: () => void;
  /** Leads back to the series after its last episode. */
  onLeave?: () => void;
  onSaved: (response: SaveResponse) => void;
  /** In a room all viewers play at normal speed, and nothing is skipped without a click. */
  isShared?: boolean;
  onEngine?: (engine: PlayerEngine | null) => void;
  /** Tells whether the viewer wants the page's whole width; absent where it has one width. */
  onTheater?: (theater: boolean) => void;
}

/** Stays mounted across episodes, to keep full screen and picture-in-picture. */
export default function Player(props: PlayerProps) {
  const { animeId, number, series, title, sources, owner, poster, next, hasPrevious, onSaved } =
    props;
  const { isShared = false, onEngine, onLeave, onTheater } = props;
  const { t } = useI18n();
  const stage = useRef<HTMLDivElement>(null);
  const helpDialog = useRef<HTMLDialogElement>(null);
  const [cancelledFor, setCancelledFor] = useState<number | null>(null);
  const [preferences, change] = usePlayerPreferences(props.storedPreferences, owner !== null);
  const { theater } = preferences;
  const [seriesChoice, changeForSeries] = useSeriesChoice(animeId);
  const { engine, state, attach } = useEngine(() => preferences);
  const video = engine?.video ?? null;
  const fullscreen = useFullscreen(stage, video);
  const { idle: isIdle, wake, rest } = useIdle(state.paused || state.phase === "failed");
  const [notice, showNotice] = useNotice();
  const { source, index, marks, select, retry, isRenewing } = useSource({
    engine,
    episode: `${animeId}/${number}`,
    sources,
    renewSources: props.renewSources,
    readStart: props.readStart,
    autoplay: props.autoplay,
    problem: state.problem,
    onReplaced: ({ failed, problem, next: name }) =>
      showNotice(t("player.replaced", { failed, why: t(`problem.${problem}`), next: name }), {
        isLong: true,
      }),
  });

  const onNext = next === null ? null : props.onNext;
  const onPrevious = hasPrevious ? props.onPrevious : null;
  const toggleTheater = useCallback(
    () => (onTheater === undefined ? undefined : change({ theater: !theater })),
    [onTheater, change, theater],
  );
  const { act, setVolume, chooseSubtitle, chooseAudio, togglePictureInPicture } = usePlayerActions({
    engine,
    change,
    changeForSeries,
    helpDialog,
    toggleFullscreen: fullscreen.toggle,
    toggleTheater,
    notify: showNotice,
    wake,
    onNext: onNext ?? onLeave ?? null,
    onPrevious,
    isShared,
  });

  useEffect(() => onTheater?.(theater), [onTheater, theater]);
  const speed = isShared ? 1 : preferences.speed;
  useEffect(() => engine?.setSpeed(speed), [engine, speed]);
  useEffect(() => {
    onEngine?.(engine);
    return () => onEngine?.(null);
  }, [engine, onEngine]);
  const wantedSubtitles =
    seriesChoice.subtitles === undefined ? preferences.subtitles : seriesChoice.subtitles;
  useTracks(engine, state, {
    subtitles: wantedSubtitles,
    subtitleLabel: seriesChoice.subtitleLabel,
    audio: seriesChoice.audio ?? preferences.audio,
  });
  const {
    chapters = [],
    fonts = [],
    externalUrl = null,
    deviceUrl = null,
    downloadUrl = null,
    thumbnails = null,
    otherEpisodes = NONE,
  } = sources[index] ?? {};
  const delay = seriesChoice.subtitleDelay ?? 0;
  const fileCues = useSubtitleFile({
    engine,
    file: state.subtitleFile,
    fonts,
    plain: preferences.plainSubtitles,
    delay,
    onProblem: (problem) => showNotice(t(`player.subtitles.${problem}`), { isLong: true }),
  });
  useAutoSkip({ engine, url: source.url, marks, enabled: preferences.autoSkip && !isShared });
  usePlayerKeys(act);
  useProgressSaver({ player: engine, animeId, episode: number, otherEpisodes, owner, onSaved });
  const seek = useCallback((time: number) => engine?.seek(time), [engine]);
  useMediaSession({
    video,
    title,
    series,
    artwork: poster,
    hasPrevious,
    hasNext: next !== null,
    onAction: act,
    onSeek: seek,
  });
  const taps = useTaps({ act, isIdle, wake, rest });

  const skipsToNext = useRef(false);
  const skip = ({ end }: SkipMark) => {
    skipsToNext.current = end === null && onNext !== null;
    seek(end ?? state.duration);
  };
  useEffect(() => {
    // Continues only at the end, so that the episode is saved as watched.
    if (state.ended && skipsToNext.current) onNext?.();
    skipsToNext.current = false;
  }, [state.ended, onNext]);

  const isFailed = state.phase === "failed";
  const mark = state.started && !state.ended && !isFailed ? markAt(marks, state.time) : null;
  const showsNextUp = state.ended && cancelledFor !== number;
  const cancel = () => setCancelledFor(number);
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
        cues={state.subtitleFile === null ? state.cues : fileCues}
        size={preferences.subtitleSize}
        background={preferences.subtitleBackground}
      />
      <p aria-hidden className="player-title">
        {series} <span>{title}</span>
      </p>
      <Notice notice={notice} />
      {state.problem !== null && !isRenewing ? (
        <Failure
          problem={state.problem}
          missingCodecs={state.missingCodecs}
          onRetry={retry}
          onNextSource={sources.length > 1 ? () => select((index + 1) % sources.length) : null}
        />
      ) : null}
      {!isFailed && state.missingCodecs.length > 0 ? (
        <SilentAudio
          key={source.url}
          codecs={state.missingCodecs}
          onNextSource={sources.length > 1 ? () => select((index + 1) % sources.length) : null}
        />
      ) : null}
      {!isFailed && state.started && !state.ended && hasCoarsePointer() ? (
        <TouchControls paused={state.paused} waiting={state.waiting} act={act} />
      ) : null}
      {!isFailed && !state.started ? (
        <div className="player-over">
          <button
            type="button"
            className="player-start"
            aria-label={t(state.time > 0 ? "player.resume" : "player.play")}
            onClick={() => act({ do: "toggle-play" })}
          >
            <Play aria-hidden className="ml-1 size-8 fill-current" />
          </button>
        </div>
      ) : null}
      {isRenewing || (!isFailed && state.started && state.waiting && !state.paused) ? (
        <div className="player-over" role="status" aria-label={t("player.loading")}>
          <span className="player-waiting" />
        </div>
      ) : null}
      {mark === null ? null : (
        <SkipButton mark={mark} hasNext={next !== null} onSkip={() => skip(mark)} />
      )}
      {showsNextUp && next !== null ? (
        <NextUp
          key={number}
          number={next.number}
          title={next.title}
          counting={preferences.autoplayNext}
          onPlay={props.onNext}
          onCancel={cancel}
        />
      ) : null}
      {showsNextUp && next === null && onLeave !== undefined ? (
        <SeriesEnd series={series} onLeave={onLeave} onCancel={cancel} />
      ) : null}
      <Controls
        source={source}
        thumbnails={thumbnails}
        state={state}
        marks={marks}
        chapters={chapters}
        fullscreen={fullscreen.active}
        theater={onTheater === undefined ? null : theater}
        canPictureInPicture={document.pictureInPictureEnabled}
        hasPrevious={hasPrevious}
        hasNext={next !== null}
        onAction={act}
        onSeek={seek}
        onVolume={setVolume}
        onPictureInPicture={togglePictureInPicture}
        menus={
          engine === null ? null : (
            <>
              <TracksMenu
                state={state}
                onAudio={chooseAudio}
                isAutomatic={wantedSubtitles === AUTOMATIC}
                onSubtitle={chooseSubtitle}
                preferences={preferences}
                onPreferences={change}
                subtitleDelay={delay}
                onSubtitleDelay={(subtitleDelay) => changeForSeries({ subtitleDelay })}
              />
              <SettingsMenu
                engine={engine}
                state={state}
                sources={sources.map(({ name }) => name)}
                source={index}
                loaded={source}
                onSource={select}
                preferences={preferences}
                onPreferences={change}
                isShared={isShared}
                externalUrl={externalUrl}
                downloadUrl={downloadUrl}
                deviceUrl={deviceUrl}
              />
            </>
          )
        }
      />
      <HelpDialog dialog={helpDialog} />
    </div>
  );
}

function hasCoarsePointer(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}
