import { Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { PlayerState } from "~/features/playback/player/engine/player-state";
import { markAt, type SkipMark } from "~/features/playback/player/hooks/skip-marks";
import type { PlayerAction } from "~/features/playback/player/input/keys";
import { useI18n } from "~/i18n/i18n-context";
import { Failure } from "./failure";
import { NextUp, SeriesEnd } from "./next-up";
import { SilentAudio } from "./silent-audio";
import { SkipButton } from "./skip-button";
import { TouchControls } from "./touch-controls";

interface PlayerOverlayProps {
  state: PlayerState;
  /** The address of what plays. */
  url: string;
  marks: readonly SkipMark[];
  number: number;
  series: string;
  isLast: boolean;
  next: { number: number; title: string | null } | null;
  /** Whether the next episode plays by itself. */
  autoplayNext: boolean;
  isRenewing: boolean;
  onAction: (action: PlayerAction) => void;
  onSeek: (time: number) => void;
  onRetry: () => void;
  /** Absent where there is one source. */
  onNextSource: (() => void) | null;
  onNext: () => void;
  onLeave: (() => void) | undefined;
}

/** What lies over the picture: what is wrong, what can be done now, and what comes next. */
export function PlayerOverlay({
  state,
  url,
  marks,
  number,
  series,
  isLast,
  next,
  autoplayNext,
  isRenewing,
  onAction,
  onSeek,
  onRetry,
  onNextSource,
  onNext,
  onLeave,
}: PlayerOverlayProps) {
  const [cancelledFor, setCancelledFor] = useState<number | null>(null);
  const skip = useSkip({ state, onSeek, onNext: next === null ? null : onNext });
  const isFailed = state.phase === "failed";
  const isUnderWay = !isFailed && state.started && !state.ended;
  const mark = isUnderWay ? markAt(marks, state.time) : null;
  const showsNextUp = state.ended && cancelledFor !== number;
  const cancel = () => setCancelledFor(number);
  return (
    <>
      {state.problem !== null && !isRenewing ? (
        <Failure
          problem={state.problem}
          missingCodecs={state.missingCodecs}
          onRetry={onRetry}
          onNextSource={onNextSource}
        />
      ) : null}
      {!isFailed && state.missingCodecs.length > 0 ? (
        <SilentAudio key={url} codecs={state.missingCodecs} onNextSource={onNextSource} />
      ) : null}
      {isUnderWay && hasCoarsePointer() ? (
        <TouchControls paused={state.paused} waiting={state.waiting} act={onAction} />
      ) : null}
      {!isFailed && !state.started ? (
        <StartButton isBegun={state.time > 0} onStart={() => onAction({ do: "toggle-play" })} />
      ) : null}
      {isRenewing || (!isFailed && state.started && state.waiting && !state.paused) ? (
        <Waiting />
      ) : null}
      {mark === null ? null : (
        <SkipButton mark={mark} hasNext={next !== null} onSkip={() => skip(mark)} />
      )}
      {showsNextUp && next !== null ? (
        <NextUp
          key={number}
          number={next.number}
          title={next.title}
          counting={autoplayNext}
          onPlay={onNext}
          onCancel={cancel}
        />
      ) : null}
      {showsNextUp && next === null && onLeave !== undefined ? (
        <SeriesEnd series={series} isLast={isLast} onLeave={onLeave} onCancel={cancel} />
      ) : null}
    </>
  );
}

interface SkipOptions {
  state: PlayerState;
  onSeek: (time: number) => void;
  onNext: (() => void) | null;
}

/** Skips a part; the last part of an episode leads to the next one. */
function useSkip({ state: { ended, duration }, onSeek, onNext }: SkipOptions) {
  const skipsToNext = useRef(false);
  useEffect(() => {
    // Continues only at the end, so that the episode is saved as watched.
    if (ended && skipsToNext.current) onNext?.();
    skipsToNext.current = false;
  }, [ended, onNext]);
  return ({ end }: SkipMark) => {
    skipsToNext.current = end === null && onNext !== null;
    onSeek(end ?? duration);
  };
}

function StartButton({ isBegun, onStart }: { isBegun: boolean; onStart: () => void }) {
  const { t } = useI18n();
  return (
    <div className="player-over">
      <button
        type="button"
        className="player-start"
        aria-label={t(isBegun ? "player.resume" : "player.play")}
        onClick={onStart}
      >
        <Play aria-hidden className="ml-1 size-8 fill-current" />
      </button>
    </div>
  );
}

function Waiting() {
  const { t } = useI18n();
  return (
    <div className="player-over" role="status" aria-label={t("player.loading")}>
      <span className="player-waiting" />
    </div>
  );
}

function hasCoarsePointer(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}
