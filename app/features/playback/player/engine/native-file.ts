import { explainFileError, type FileFailure } from "./problem";

/** Retries double their delay up to 8 s, so these outlast the rate limit's window of one minute. */
const MAX_RETRIES = { "while-busy": 11, often: 5, once: 1, never: 0 };
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 8_000;

export interface NativeFile {
  recover(error: MediaError): void;
  played(): void;
  stop(): void;
}

interface NativeFileOptions {
  /** Whether another source can replace this one: server errors are not retried for long then. */
  hasAlternative: boolean;
  onReset: () => void;
  onFailure: (failure: FileFailure) => void;
}

/**
 * Plays an MP4, a WebM or, where supported, HLS in the element itself. Reloads it after a network
 * failure, a rate limit or a server error, as hls.js does.
 */
export function playFile(
  video: HTMLVideoElement,
  url: string,
  { hasAlternative, onReset, onFailure }: NativeFileOptions,
): NativeFile {
  let retries = 0;
  let unexplained = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let shouldPlay = false;
  const reload = () => {
    onReset();
    video.src = url;
    if (shouldPlay) video.play().catch(() => undefined);
  };
  video.src = url;
  return {
    recover(error) {
      shouldPlay = !video.paused;
      void explainFileError(url, error).then((failure) => {
        if (isStopped) return;
        const mayWait = failure.problem !== "error" || !hasAlternative;
        const tried = failure.retry === "once" ? unexplained : retries;
        if (!mayWait || tried >= MAX_RETRIES[failure.retry]) return onFailure(failure);
        if (failure.retry === "once") unexplained += 1;
        timer = setTimeout(reload, Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retries));
        retries += 1;
      });
    },
    played: () => ([retries, unexplained] = [0, 0]),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
