/** The video proxy's URL, or the source itself if it is a path of this site. */
export function episodeVideoUrl(source: string | null): string | null {
  if (source === null || source === "") return null;
  if (source.startsWith("/") && !source.startsWith("//")) return source;
  return `/api/videoProxy?url=${encodeURIComponent(source)}`;
}
