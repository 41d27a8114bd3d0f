import {
  CircleHelp,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
  SkipBack,
  SkipForward,
  Volume1,
  Volume2,
  VolumeX,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Chapter } from "~/features/playback/player/hooks/use-source";
import type { SkipMark } from "~/features/playback/player/hooks/skip-marks";
import type { PlayerSource } from "~/features/playback/player/engine/player-source";
import type { Thumbnails } from "~/features/playback/player/engine/sheet-frames";
import type { PlayerState } from "~/features/playback/player/engine/player-state";
import type { PlayerAction } from "~/features/playback/player/input/keys";
import { useI18n } from "~/i18n/i18n-context";
import { formatTime } from "./format-time";
import { PlayerButton } from "./player-button";
import { Timeline } from "./timeline";
import "./controls.css";

interface ControlsProps {
  source: PlayerSource;
  thumbnails: Thumbnails | null;
  state: PlayerState;
  marks: readonly SkipMark[];
  chapters: readonly Chapter[];
  fullscreen: boolean;
  /** Whether theatre mode is on; null where the page has one width. */
  theater: boolean | null;
  canPictureInPicture: boolean;
  hasPrevious: boolean;
  hasNext: boolean;
  onAction: (action: PlayerAction) => void;
  onSeek: (time: number) => void;
  onVolume: (volume: number) => void;
  onPictureInPicture: () => void;
  menus: ReactNode;
}

/** The bar under the picture. */
export function Controls({
  source,
  thumbnails,
  marks,
  chapters,
  onSeek,
  menus,
  ...bar
}: ControlsProps) {
  const { t } = useI18n();
  const { state } = bar;
  return (
    <div className="player-controls" role="group" aria-label={t("player.name")}>
      <Timeline
        source={source}
        thumbnails={thumbnails}
        time={state.time}
        duration={state.duration}
        buffered={state.buffered}
        marks={marks}
        chapters={chapters}
        onSeek={onSeek}
      />
      <div className="player-bar">
        <PlayButtons {...bar} />
        <Volume {...bar} />
        <Clock {...bar} />
        <span className="grow" />
        {menus}
        <ViewButtons {...bar} />
      </div>
    </div>
  );
}

type PlayButtonsProps = Pick<ControlsProps, "state" | "hasPrevious" | "hasNext" | "onAction">;

function PlayButtons({ state, hasPrevious, hasNext, onAction }: PlayButtonsProps) {
  const { t } = useI18n();
  return (
    <>
      <PlayerButton
        label={t(state.paused ? "player.play" : "player.pause")}
        keys="K"
        onClick={() => onAction({ do: "toggle-play" })}
      >
        {state.paused ? <Play aria-hidden /> : <Pause aria-hidden />}
      </PlayerButton>
      {hasPrevious ? (
        <PlayerButton
          label={t("player.previousEpisode")}
          keys="Shift P"
          onClick={() => onAction({ do: "previous-episode" })}
        >
          <SkipBack aria-hidden />
        </PlayerButton>
      ) : null}
      {hasNext ? (
        <PlayerButton
          label={t("player.nextEpisode")}
          keys="Shift N"
          onClick={() => onAction({ do: "next-episode" })}
        >
          <SkipForward aria-hidden />
        </PlayerButton>
      ) : null}
    </>
  );
}

function Volume({
  state,
  onAction,
  onVolume,
}: Pick<ControlsProps, "state" | "onAction" | "onVolume">) {
  const { t } = useI18n();
  const silent = state.muted || state.volume === 0;
  const VolumeIcon = silent ? VolumeX : state.volume < 0.5 ? Volume1 : Volume2;
  return (
    <>
      <PlayerButton
        label={t(silent ? "player.unmute" : "player.mute")}
        keys="M"
        onClick={() => onAction({ do: "toggle-mute" })}
      >
        <VolumeIcon aria-hidden />
      </PlayerButton>
      <input
        type="range"
        className="player-volume"
        min={0}
        max={1}
        step={0.05}
        value={silent ? 0 : state.volume}
        aria-label={t("player.volume")}
        aria-valuetext={
          silent
            ? t("player.muted")
            : t("player.percent", { percent: Math.round(state.volume * 100) })
        }
        onChange={(event) => onVolume(Number(event.currentTarget.value))}
      />
    </>
  );
}

function Clock({ state: { time, duration } }: Pick<ControlsProps, "state">) {
  const { t } = useI18n();
  return (
    <span className="player-clock">
      <span className="sr-only">{t("player.position")} </span>
      {formatTime(time)}
      {duration > 0 ? (
        <>
          {" "}
          <span aria-hidden>/</span> <span className="sr-only">{t("player.of")} </span>
          {formatTime(duration)}
        </>
      ) : null}
    </span>
  );
}

type ViewButtonsProps = Pick<
  ControlsProps,
  "state" | "fullscreen" | "theater" | "canPictureInPicture" | "onAction" | "onPictureInPicture"
>;

function ViewButtons({
  state,
  fullscreen,
  theater,
  canPictureInPicture,
  onAction,
  onPictureInPicture,
}: ViewButtonsProps) {
  const { t } = useI18n();
  return (
    <>
      <PlayerButton
        label={t("player.keys")}
        keys="?"
        className="player-wide-only"
        onClick={() => onAction({ do: "show-help" })}
      >
        <CircleHelp aria-hidden />
      </PlayerButton>
      {canPictureInPicture ? (
        <PlayerButton
          label={t("player.picture")}
          pressed={state.inPictureInPicture}
          onClick={onPictureInPicture}
          className="player-wide-only"
        >
          <PictureInPicture2 aria-hidden />
        </PlayerButton>
      ) : null}
      {theater === null || fullscreen ? null : (
        <PlayerButton
          label={t("player.theater")}
          keys="T"
          pressed={theater}
          className="player-theater"
          onClick={() => onAction({ do: "toggle-theater" })}
        >
          <RectangleHorizontal aria-hidden />
        </PlayerButton>
      )}
      <PlayerButton
        label={t(fullscreen ? "player.fullscreenLeave" : "player.fullscreen")}
        keys="F"
        onClick={() => onAction({ do: "toggle-fullscreen" })}
      >
        {fullscreen ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
      </PlayerButton>
    </>
  );
}
