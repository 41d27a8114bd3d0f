import { checkDecoding } from "./check-decoding";
import type { Session } from "./session";

type Handlers = Partial<Record<keyof HTMLVideoElementEventMap, () => void>>;

/** Follows the element's events until the returned function is called. */
export function followElement(session: Session): () => void {
  const { video } = session;
  const handlers = Object.entries({ ...timeHandlers(session), ...playbackHandlers(session) });
  for (const [name, handler] of handlers) video.addEventListener(name, handler);
  return () => {
    for (const [name, handler] of handlers) video.removeEventListener(name, handler);
  };
}

function timeHandlers(session: Session): Handlers {
  const { store, place } = session;
  return {
    loadedmetadata: () => {
      const stream = session.loaded?.stream ?? null;
      // hls.js seeks to its start by itself, unless the viewer has seeked since.
      if (stream === null || place.at() !== stream.config.startPosition) place.arrive();
      else place.read();
    },
    timeupdate: () => {
      place.read();
      checkDecoding(session);
    },
    durationchange: place.read,
    seeking: () => {
      place.read();
      store.update({ ended: false });
    },
    seeked: place.read,
    progress: place.read,
  };
}

function playbackHandlers(session: Session): Handlers {
  const {
    video,
    place,
    store: { state, update },
  } = session;
  const onReady = () => {
    place.arrive();
    if (state().phase !== "failed") update({ waiting: false, phase: "ready" });
  };
  return {
    play: () => {
      session.shouldPlay = true;
      update({ paused: false, ended: false, started: true });
    },
    pause: () => {
      if (video.error === null && !video.ended) session.shouldPlay = false;
      update({ paused: true });
    },
    ended: () => update({ ended: true, paused: true }),
    waiting: () => update({ waiting: true }),
    playing: () => {
      onReady();
      session.loaded?.file?.played();
    },
    canplay: onReady,
    loadeddata: () => checkDecoding(session),
    volumechange: () => update({ volume: video.volume, muted: video.muted }),
    ratechange: () => update({ speed: video.playbackRate }),
    enterpictureinpicture: () => update({ inPictureInPicture: true }),
    leavepictureinpicture: () => update({ inPictureInPicture: false }),
    error: () => {
      if (video.error !== null && video.hasAttribute("src"))
        session.loaded?.file?.recover(video.error);
    },
  };
}
