/** Passes requests for a scan of all folders on to the library watch of this process. */
export interface ScanRequests {
  /** Without effect before the watch listens. */
  request(): void;
  /** Replaces the listener. */
  listen(listener: () => void): void;
}

export function createScanRequests(): ScanRequests {
  let notify: () => void = () => undefined;
  return {
    request: () => notify(),
    listen(listener) {
      notify = listener;
    },
  };
}
