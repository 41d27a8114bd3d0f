const MEDIA_FILES = "/media/files/";

interface EpisodeOfVideo {
  animeId: number;
  number: number;
  parentalControl: boolean;
}

/** The video proxy's URL or a path of this site; a media file's redirects to the signed one. */
export function episodeVideoUrl(
  source: string | null,
  { animeId, number, parentalControl }: EpisodeOfVideo,
): string | null {
  if (source?.startsWith(MEDIA_FILES) === true)
    return `/media/episode/${animeId}/${number}${parentalControl ? "" : "?parental_control=false"}`;
  return proxiedUrl(source);
}

/** A path of this site stays. */
export function proxiedUrl(source: string | null): string | null {
  if (source === null || source === "") return null;
  if (source.startsWith("/") && !source.startsWith("//")) return source;
  return `/api/videoProxy?url=${encodeURIComponent(source)}`;
}
