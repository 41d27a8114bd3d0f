import { RotateCcw } from "lucide-react";
import type { Problem } from "~/features/playback/player/engine/player-state";

const WORDS: Readonly<Record<Problem, string>> = {
  offline: "You are offline. Playing goes on by itself as soon as the connection is back.",
  silent: "The stream does not answer. The source may be away, or your connection is.",
  gone: "There is nothing at the address of this stream. It may be away for a while, or gone for good.",
  error: "The source answers with an error. It may work again in a while.",
  busy: "Too much was asked for at once. Wait a moment, then try again.",
  garbage: "What the source sends is not a stream that can be played.",
  damaged: "The stream is damaged, or your browser cannot decode it.",
  unsupported: "Your browser cannot play this kind of stream.",
};

interface FailureProps {
  problem: Problem;
  onRetry: () => void;
  /** Goes to the next source; null when there is no other. */
  onOther: (() => void) | null;
}

/** Says why playing stopped, and what can be done about it. */
export function Failure({ problem, onRetry, onOther }: FailureProps) {
  return (
    <div className="player-over" data-solid role="alert">
      <p className="max-w-prose">{WORDS[problem]}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <button type="button" className="player-action" onClick={onRetry}>
          <RotateCcw aria-hidden className="mr-2 inline size-4" />
          Retry
        </button>
        {onOther === null ? null : (
          <button type="button" className="player-action player-action-quiet" onClick={onOther}>
            Try another source
          </button>
        )}
      </div>
    </div>
  );
}
