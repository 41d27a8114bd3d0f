import { AudioMenu } from "./controls/audio-menu";
import { Controls } from "./controls/controls";
import { SettingsMenu } from "./controls/settings-menu";
import { SubtitlesMenu } from "./controls/subtitles-menu";
import { usePlayer, type PlayerProps } from "./hooks/use-player";
import { HelpDialog } from "./input/help-dialog";
import { Notice } from "./overlay/notice";
import { PlayerOverlay } from "./overlay/player-overlay";
import { Subtitles } from "./overlay/subtitles";
import { AUTOMATIC } from "./preferences/player-preferences";
import "./player.css";

/** Stays mounted across episodes, to keep full screen and picture-in-picture. */
export default function Player(props: PlayerProps) {
  const { number, series, title, sources, poster, next, hasPrevious, isShared = false } = props;
  const player = usePlayer(props);
  const { stage, helpDialog, attach } = player.elements;
  const { engine, state, source, index, marks, select, retry, isRenewing } = player.playback;
  const { preferences, change, delay, changeForSeries, wantedSubtitles } = player.choices;
  const { fullscreen, isIdle, wake, taps, notice, fileCues } = player.view;
  const { act, seek, setVolume, chooseSubtitle, chooseAudio, togglePictureInPicture } =
    player.actions;
  const {
    chapters = [],
    externalUrl = null,
    deviceUrl = null,
    downloadUrl = null,
    thumbnails = null,
  } = sources[index] ?? {};
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
      <PlayerOverlay
        state={state}
        url={source.url}
        marks={marks}
        number={number}
        series={series}
        isLast={props.isLast ?? false}
        next={next}
        autoplayNext={preferences.autoplayNext}
        isRenewing={isRenewing}
        onAction={act}
        onSeek={seek}
        onRetry={retry}
        onNextSource={sources.length > 1 ? () => select((index + 1) % sources.length) : null}
        onNext={props.onNext}
        onLeave={props.onLeave}
      />
      <Controls
        source={source}
        thumbnails={thumbnails}
        state={state}
        marks={marks}
        chapters={chapters}
        fullscreen={fullscreen.active}
        theater={props.onTheater === undefined ? null : preferences.theater}
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
              <AudioMenu state={state} onAudio={chooseAudio} />
              <SubtitlesMenu
                state={state}
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
