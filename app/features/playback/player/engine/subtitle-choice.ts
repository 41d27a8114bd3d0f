import { distinctLabels } from "~/media/playback/subtitles/subtitle-kind";
import type { SubtitleOption } from "./player-state";
import type { PlayerStore } from "./player-store";
import type { SubtitleFile } from "~/features/playback/player/subtitles/subtitle-file";

/** Offers the subtitles of a stream and the source's files as one list. */
export interface SubtitleChoice {
  /** Forgets the tracks and the choice of the source before; `show` follows. */
  open: (files: readonly SubtitleFile[]) => void;
  show: () => void;
  setStreamTracks: (tracks: readonly SubtitleOption[], selected: number) => void;
  /** Returns the track that the stream has to show, -1 for none; `show` follows. */
  select: (index: number) => number;
  close: () => void;
}

const NO_SUBTITLES = { tracks: [], selected: -1 };

/** Shows the subtitles and the current cues of the element in the store. */
export function createSubtitleChoice(
  { textTracks }: HTMLVideoElement,
  { state, update }: PlayerStore,
): SubtitleChoice {
  let ofStream: { tracks: readonly SubtitleOption[]; selected: number } = NO_SUBTITLES;
  let files: readonly SubtitleFile[] = [];
  let selectedFile = -1;
  const readCues = () => {
    const shown = [...textTracks].filter(
      (track) => track.mode !== "disabled" && track.kind !== "metadata",
    );
    update({
      cues:
        state().subtitle === -1
          ? []
          : shown.flatMap((track) => [...(track.activeCues ?? [])] as VTTCue[]),
    });
  };
  const show = () => {
    const { tracks, selected } = ofStream;
    const first = tracks.length;
    const subtitles = [
      ...tracks,
      ...files.map(({ label, language, kind, isDefault }, index) => ({
        index: first + index,
        label,
        language,
        kind,
        isDefault,
      })),
    ];
    const labels = distinctLabels(subtitles);
    update({
      subtitles: subtitles.map((track, index) => ({ ...track, label: labels[index] ?? "" })),
      subtitle: selectedFile === -1 ? selected : first + selectedFile,
      subtitleFile: files[selectedFile] ?? null,
    });
    readCues();
  };
  const onAddTrack = ({ track }: TrackEvent) => track?.addEventListener("cuechange", readCues);
  textTracks.addEventListener("addtrack", onAddTrack);
  textTracks.addEventListener("removetrack", readCues);
  return {
    open: (nextFiles) => ([files, ofStream, selectedFile] = [nextFiles, NO_SUBTITLES, -1]),
    show,
    setStreamTracks(tracks, selected) {
      ofStream = { tracks, selected };
      show();
    },
    select(index) {
      const count = ofStream.tracks.length;
      selectedFile = index < count ? -1 : index - count;
      return selectedFile === -1 ? index : -1;
    },
    close() {
      textTracks.removeEventListener("addtrack", onAddTrack);
      textTracks.removeEventListener("removetrack", readCues);
    },
  };
}
