import type { ParentalControl } from "~/features/catalog/parental-control";
import { href } from "react-router";

const MEDIA_FILES = "/media/files/";

interface EpisodeOfVideo {
  animeId: number;
  number: number;
  parentalControl: ParentalControl;
}

/** The video proxy's URL or a path of this site; a media file's redirects to the signed one. */
export function episodeVideoUrl(
  source: string | null,
  { animeId, number, parentalControl }: EpisodeOfVideo,
): string | null {
  if (source?.startsWith(MEDIA_FILES) === true)
    return episodeFilePath(animeId, number) + (parentalControl ? "" : "?parental_control=false");
  return proxiedUrl(source);
}

/** The path of an episode's first source, for players without scripts. */
export function episodeFilePath(animeId: number, number: number): string {
  return href("/media/episode/:id/:number", { id: String(animeId), number: String(number) });
}

/** A path of this site stays. */
export function proxiedUrl(source: string | null): string | null {
  if (source === null || source === "") return null;
  if (source.startsWith("/") && !source.startsWith("//")) return source;
  return `${href("/api/videoProxy")}?url=${encodeURIComponent(source)}`;
}
