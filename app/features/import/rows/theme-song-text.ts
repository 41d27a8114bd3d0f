interface ThemeSongText {
  title: string;
  artist: string | null;
  episodes: string | null;
}

/** `1: "Tank! (タンク!)" by The Seatbelts (eps 1-25)`, where all but the title may be missing. */
export function parseThemeSong(text: string): ThemeSongText {
  const plain = text.replaceAll(/\s+/gu, " ").trim();
  const numbered = plain.replace(/^(?:#?[A-Z]{0,2}\d{1,3}[a-z]?: |#\d{1,3} )/u, "");
  const episodes = /\s*\(eps? ?([^()]+)\)$/iu.exec(numbered);
  const song = episodes === null ? numbered : numbered.slice(0, episodes.index);
  const quoted = /^"(?<title>.*)"(?: by (?<artist>.+))?$/u.exec(song)?.groups;
  return {
    title: quoted?.["title"] ?? song,
    artist: quoted?.["artist"]?.trim() ?? null,
    episodes: episodes?.[1]?.trim() ?? null,
  };
}
