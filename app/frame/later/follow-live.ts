import { href } from "react-router";
import type { LiveState } from "~/features/notifications/live/live-state";

/** A page that is hidden for longer does without. */
const HIDDEN_MS = 10_000;
const MAX_RETRY_MS = 5 * 60_000;
const UNAUTHORIZED = 401;
const NO_CONTENT = 204;
/** What no page was loaded with, so that one whose session has ended is loaded again. */
const ENDED: LiveState = { listVersion: "", unread: 0 };

/** Calls `onState` with the user's state and its changes while the page is shown. */
export function followLive(onState: (state: LiveState) => void): () => void {
  let events: EventSource | null = null;
  let hiding: number | undefined;
  let retrying: number | undefined;
  let retries = 0;
  const stopping = new AbortController();
  const { signal } = stopping;

  const close = (): void => {
    clearTimeout(hiding);
    clearTimeout(retrying);
    events?.close();
    events = null;
  };
  const open = (): void => {
    clearTimeout(hiding);
    clearTimeout(retrying);
    if (events !== null || signal.aborted || document.visibilityState === "hidden") return;
    const opened = new EventSource(href("/live"));
    events = opened;
    opened.addEventListener("state", ({ data }: MessageEvent<string>) => {
      retries = 0;
      onState(JSON.parse(data) as LiveState);
    });
    opened.addEventListener("error", () => {
      if (opened.readyState === EventSource.CLOSED && events === opened) void retry();
    });
  };
  const retry = async (): Promise<void> => {
    close();
    // An EventSource does not tell why it failed.
    const { status } = await fetch(href("/live"), { method: "HEAD" }).catch(() => Response.error());
    if (status === NO_CONTENT || status === UNAUTHORIZED) stopping.abort();
    if (status === UNAUTHORIZED) onState(ENDED);
    if (events !== null || signal.aborted) return;
    retries += 1;
    retrying = window.setTimeout(open, Math.min(MAX_RETRY_MS, 1000 * 2 ** retries));
  };

  const onVisibility = (): void => {
    if (document.visibilityState === "visible") return open();
    clearTimeout(hiding);
    hiding = window.setTimeout(close, HIDDEN_MS);
  };
  document.addEventListener("visibilitychange", onVisibility, { signal });
  // Browsers keep no page for the way back whose connection is open.
  window.addEventListener("pagehide", close, { signal });
  window.addEventListener("pageshow", open, { signal });
  open();
  return () => {
    stopping.abort();
    close();
  };
}
