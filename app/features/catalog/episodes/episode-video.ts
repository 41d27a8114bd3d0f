const OWN_FILES = "/media/files/";

interface EpisodeOfVideo {
  animeId: number;
  number: number;
  parentalControl: boolean;
}

/**
 * The video proxy's URL, a path of this site, or, for media files, a path that redirects to the
 * signed URL.
 */
export function episodeVideoUrl(
  source: string | null,
  { animeId, number, parentalControl }: EpisodeOfVideo,
): string | null {
  if (source?.startsWith(OWN_FILES) === true)
    return `/media/episode/${animeId}/${number}${parentalControl ? "" : "?parental_control=false"}`;
  return proxiedUrl(source);
}

/** The video proxy's URL, or the source itself if it is a path of this site. */
export function proxiedUrl(source: string | null): string | null {
  if (source === null || source === "") return null;
  if (source.startsWith("/") && !source.startsWith("//")) return source;
  return `/api/videoProxy?url=${encodeURIComponent(source)}`;
}
