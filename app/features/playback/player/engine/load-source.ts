import { playFile } from "./native-file";
import type { LoadOptions, PlayerSource } from "./player-source";
import { IDLE, type SourceProblem } from "./player-state";
import { PROBLEM_OF_KIND, toProblem } from "./problem";
import type { LoadedSource, Session } from "./session";
import { openStream } from "./stream";
import { isMediaFileUrl } from "~/features/playback/player/media-files/media-file-url";

/** Replaces the source of the element. */
export function loadSource(
  session: Session,
  source: PlayerSource,
  { opening, hasAlternative = false }: LoadOptions = {},
): void {
  const { video, store, place, subtitles } = session;
  subtitles.open(source.subtitleFiles ?? []);
  if (opening !== undefined) {
    place.open(opening.at);
    session.shouldPlay = opening.playing;
  }
  unloadSource(session);
  const loaded: LoadedSource = {
    source,
    hasAlternative,
    stream: null,
    file: null,
    isDecodingChecked: false,
  };
  session.loaded = loaded;
  store.update({
    ...IDLE,
    ...place.leave(),
    phase: "loading",
    volume: video.volume,
    muted: video.muted,
    speed: video.playbackRate,
  });
  subtitles.show();
  if (source.sourceProblem && !reportSourceProblem(session, loaded, source.sourceProblem)) return;
  if (source.isFile) playNatively(session, loaded);
  else
    playStream(session, loaded).catch(() => {
      if (session.loaded === loaded) store.fail(toProblem(undefined));
    });
  if (session.shouldPlay) video.play().catch(() => undefined);
}

/** Frees the element and ends what the source still does. */
export function unloadSource(session: Session): void {
  const { video, loaded } = session;
  session.loaded = null;
  loaded?.file?.stop();
  loaded?.stream?.destroy();
  video.removeAttribute("src");
  video.load();
}

/** Shows a problem that the site knows. Returns whether the source plays all the same. */
function reportSourceProblem(
  session: Session,
  loaded: LoadedSource,
  { kind, codec }: SourceProblem,
): boolean {
  const { update, fail } = session.store;
  const missingCodecs = codec === null ? [] : [codec];
  if (kind === "audio") update({ missingCodecs });
  // Later, so that listeners see that the failure of the source before it is over.
  else
    setTimeout(() => {
      if (session.loaded === loaded) fail(PROBLEM_OF_KIND[kind], missingCodecs);
    });
  return kind === "audio";
}

function playNatively({ video, store, place }: Session, loaded: LoadedSource): void {
  loaded.file = playFile(video, loaded.source.url, {
    hasAlternative: loaded.hasAlternative,
    onReset: () => store.update({ ...place.leave(), waiting: true }),
    onFailure: ({ problem, codecs }) => store.fail(problem, codecs),
  });
}

async function playStream(session: Session, loaded: LoadedSource): Promise<void> {
  const { video, store, place, subtitles } = session;
  const { url } = loaded.source;
  const { default: HlsClass } = await import("hls.js");
  if (session.loaded !== loaded) return;
  // Preferred, since native HLS cannot select qualities and tracks.
  if (!HlsClass.isSupported()) {
    if (video.canPlayType("application/vnd.apple.mpegurl") !== "") playNatively(session, loaded);
    else store.fail("unsupported");
    return;
  }
  loaded.stream = openStream(
    HlsClass,
    {
      startAt: place.at(),
      height: session.chosenHeight,
      hasAlternative: loaded.hasAlternative,
      isSigned: isMediaFileUrl(url),
    },
    {
      ...store,
      onSubtitles: subtitles.setStreamTracks,
      onReset: () => store.update(place.leave()),
    },
  );
  loaded.stream.loadSource(url);
  loaded.stream.attachMedia(video);
}
