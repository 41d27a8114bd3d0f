import { chaptersWithin } from "~/media/container/chapters";
import type { MediaInfo } from "~/media/container/container-info";
import type { FileFingerprints } from "~/media/playback/fingerprint/file-fingerprints.server";
import type { SearchedSound } from "~/media/playback/fingerprint/season-segment";
import { chapterKind } from "~/features/playback/delivery/chapter-kind";

/** The parts of an episode in which its intro and its outro are searched. */
export interface SearchedSounds {
  intro: SearchedSound;
  outro: SearchedSound;
  /** Start of the outro's part, in seconds of the file. */
  outroStart: number;
  duration: number;
}

/** Every file's first chapter starts about here, whatever its opening does. */
const FILE_START_SECONDS = 1;

/** Fingerprints with what the file's chapters say about them. */
export function searchedSounds(
  { intro, outro, outroStart, duration }: FileFingerprints,
  { chapters, startTime }: Pick<MediaInfo, "chapters" | "startTime">,
): SearchedSounds {
  const fileEnd = startTime + duration;
  const parts = chaptersWithin(chapters, { startTime, duration }).map(({ title, start, end }) => ({
    kind: chapterKind(title),
    start: start - startTime,
    end: (end ?? fileEnd) - startTime,
  }));
  const boundaries = parts
    .flatMap(({ start, end }) => [start, end])
    .filter((second) => second > FILE_START_SECONDS);
  const search = (kind: "intro" | "outro", fingerprint: Uint32Array, from: number) => {
    const named = parts.find((part) => part.kind === kind);
    return {
      fingerprint,
      named: named === undefined ? null : { start: named.start - from, end: named.end - from },
      boundaries: boundaries.map((second) => second - from),
    };
  };
  return {
    intro: search("intro", intro, 0),
    outro: search("outro", outro, outroStart),
    outroStart,
    duration,
  };
}
