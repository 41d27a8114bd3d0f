import { useEffect } from "react";
import type { PlayerAction } from "~/features/playback/player/input/keys";

interface MediaSessionOptions {
  video: HTMLVideoElement | null;
  title: string;
  series: string;
  artwork: string;
  hasPrevious: boolean;
  hasNext: boolean;
  onAction: (action: PlayerAction) => void;
  onSeek: (time: number) => void;
}

export function useMediaSession({
  video,
  title,
  series,
  artwork,
  hasPrevious,
  hasNext,
  onAction,
  onSeek,
}: MediaSessionOptions): void {
  useEffect(() => {
    if (video === null || !("mediaSession" in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({
      title,
      artist: series,
      artwork: [{ src: artwork, type: "image/webp" }],
    });
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>> = {
      play: () => void video.play().catch(() => undefined),
      pause: () => video.pause(),
      seekbackward: ({ seekOffset }) => onAction({ do: "seek-by", seconds: -(seekOffset ?? 10) }),
      seekforward: ({ seekOffset }) => onAction({ do: "seek-by", seconds: seekOffset ?? 10 }),
      seekto: ({ seekTime }) => {
        if (seekTime !== undefined) onSeek(seekTime);
      },
      previoustrack: hasPrevious ? () => onAction({ do: "previous-episode" }) : null,
      nexttrack: hasNext ? () => onAction({ do: "next-episode" }) : null,
    };
    const updateState = () => {
      mediaSession.playbackState = video.paused ? "paused" : "playing";
      if (!(video.duration > 0) || !Number.isFinite(video.duration)) return;
      mediaSession.setPositionState({
        duration: video.duration,
        position: Math.min(video.currentTime, video.duration),
        playbackRate: video.playbackRate,
      });
    };
    const events = ["play", "pause", "seeked", "ratechange", "durationchange"] as const;
    for (const [name, handler] of Object.entries(handlers))
      setHandler(mediaSession, name as MediaSessionAction, handler);
    for (const event of events) video.addEventListener(event, updateState);
    return () => {
      for (const name of Object.keys(handlers))
        setHandler(mediaSession, name as MediaSessionAction, null);
      for (const moment of events) video.removeEventListener(moment, updateState);
      mediaSession.metadata = null;
    };
  }, [video, title, series, artwork, hasPrevious, hasNext, onAction, onSeek]);
}

function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // The browser does not support this action.
  }
}
