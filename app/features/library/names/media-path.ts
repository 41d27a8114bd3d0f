import { mergeIds } from "./ids";
import { isExtrasFolder } from "./kind";
import { parseReleaseName, type ReleaseName } from "./release-name";
import { splitSeason, tidy } from "./season";

/** Names nearer to the file take precedence. */
export interface MediaPathName extends Omit<
  ReleaseName,
  "title" | "otherTitles" | "whole" | "afterNumber"
> {
  titles: string[];
  /** The title with its last number, since a file's name may be a title that ends in one. */
  unnumberedTitle: string | null;
  /** Whether only a folder, such as `Season 2`, has the season. */
  isFolderSeason: boolean;
}

const SEASON_FOLDER =
  /^(?:season|saison|temporada|staffel|stagione|series|s|シーズン)[\s._-]*(\d{1,2})(?:\s*[-–(].*)?$|^(\d{1,2})(?:st|nd|rd|th)\sseason$|^第([0-9一二三四五六七八九十]{1,3})[期季]$/iu;
const PART_FOLDER = /^(?:part|cour)\s*(\d)$/iu;
const SPECIALS_FOLDER = /^(?:specials?|sps?|season 0+|s00|スペシャル|番外編)$/iu;
const OVA_FOLDER = /^(?:ovas?|oads?|oavs?)$/iu;
const MOVIE_FOLDER = /^(?:movies?|films?|gekijouban|劇場版|映画|극장판)$/iu;
const GENERIC_FOLDER =
  /^(?:(?:disc|disk|cd|dvd|bd|blu-?ray|vol(?:ume)?|volume|d)[\s._-]*\d*|tv|bdmv|stream|video_ts|subs?|subbed|dub(?:bed)?|batch|complete|raws?|anime|animes|animation|アニメ|애니(?:메이션)?|완결|videos?|media|downloads?|completed|finished|watching|airing|ongoing|シリーズ|series|shows?|tv ?shows?|tv series|new|old|unsorted|\d{3,4}p|hevc|x26[45]|mkv|mp4|english|japanese|main|episodes?|eps?|data|mnt|srv|share|nas|[a-z#])$|^(?:(?:winter|spring|summer|fall|autumn)[\s._-]*)?(?:19|20)\d\d(?:[\s._-]*(?:winter|spring|summer|fall|autumn|q[1-4]))?$/iu;
const GENERIC_NAME =
  /^(?:episode|ep|e|video|file|title|track|movie|film|untitled|part|vol(?:ume)?|ovas?|oads?|oavs?|specials?|sp|tv)?[\s.]*\d*$/iu;
/** What a folder of a whole series contains: `S1-S2 + OVA`, `Season 1+2`, `1-25 + Specials`. */
const CONTENTS =
  /(?<=[^\s([])\s+(?:(?:s|seasons?\s?)\d{1,2}(?:\s?[-+&~,]\s?(?:s|seasons?\s?)?\d{1,2})+(?![\p{L}\p{N}]).*|\+\s?(?:ovas?|oads?|sps?|specials?|movies?|films?|extras?)(?![\p{L}\p{N}]).*)$/iu;
const EXTENSION = /\.[a-z0-9]{2,4}$/iu;
const MAX_FOLDERS = 6;

/** `path` is relative to the media folder, whose name is `root`. */
export function parseMediaPath(path: string, root = ""): MediaPathName {
  const parts = `${root}/${path}`
    .normalize("NFC")
    .split("/")
    .filter((part) => part !== "");
  const stem = (parts.pop() ?? "").replace(EXTENSION, "");
  const file = parseReleaseName(stem);
  const result = fromFile(file);
  // `Title 2 - Subtitle (2017)/Title 2 - Subtitle (2017).mkv` is how films are stored.
  if (parts.at(-1) === stem && file.year !== null && !file.isMarked && file.episode !== null) {
    result.titles = [file.whole];
    result.episode = null;
    result.unnumberedTitle = null;
  }
  const folders = parts
    .reverse()
    .slice(0, MAX_FOLDERS)
    .map((folder) => folder.trim());
  const titled = folders.findIndex((folder) => addFolder(result, folder, file));
  // `Movies/Title Part 2 (2016)/Title Part 2.mkv`
  const isAmongFilms =
    titled >= 0 && folders.slice(titled + 1).some((folder) => MOVIE_FOLDER.test(folder));
  if (isAmongFilms) addFolder(result, "Movies", file);
  if (result.titles.length === 0) {
    const fallback = [file.afterNumber ?? "", file.whole, ...file.otherTitles].find((text) =>
      /\p{L}/u.test(text),
    );
    if (fallback !== undefined) result.titles.push(fallback);
    if (fallback === file.afterNumber) result.titles.push(file.whole);
  }
  return result;
}

function fromFile(file: ReleaseName): MediaPathName {
  const { title, otherTitles, whole, afterNumber, ...said } = file;
  const { base } = splitSeason(title);
  const isGeneric = GENERIC_NAME.test(base);
  // `Movie 3` is the third film rather than an episode.
  const isFilm = file.kind === "movie" && !/\bs\d{1,2}\s?e\d/iu.test(whole);
  const titles =
    title === "" || base === "" || (isGeneric && !/^\d{2,3}$/u.test(title))
      ? []
      : [...new Set([...(isFilm ? [whole] : []), title, ...otherTitles])];
  // `Title Episode 0` and `100 Metres` are titles.
  const mayBeTitle = !file.isMarked || afterNumber !== null || /\bepisode\b/iu.test(whole);
  return {
    ...said,
    titles,
    isFolderSeason: false,
    episode: isFilm ? null : file.episode,
    unnumberedTitle: mayBeTitle && file.episode !== null && /\p{L}/u.test(whole) ? whole : null,
  };
}

/** Adds what a folder says; returns whether it named the title, which ends the search. */
function addFolder(result: MediaPathName, folder: string, file: ReleaseName): boolean {
  const season = SEASON_FOLDER.exec(folder);
  const split = splitSeason(folder);
  if (isExtrasFolder(folder)) result.kind = "extra";
  else if (SPECIALS_FOLDER.test(folder)) {
    if (result.kind === "episode") result.kind = "special";
  } else if (OVA_FOLDER.test(folder)) {
    if (result.kind === "episode") result.kind = "ova";
  } else if (MOVIE_FOLDER.test(folder)) {
    if (result.kind === "episode" && (file.episode === null || !file.isMarked)) {
      result.kind = "movie";
      if (file.episode !== null) result.titles.unshift(file.whole);
      result.episode = null;
    }
  } else if (season !== null) {
    const written = splitSeason(`x season ${season[1] ?? season[2] ?? ""}`).season;
    result.isFolderSeason = result.season === null;
    result.season ??= written ?? splitSeason(`x ${folder}`).season;
  } else if (split.base === "" && split.season !== null) {
    result.season ??= split.season;
    result.part ??= split.part;
  } else if (PART_FOLDER.test(folder)) {
    result.part ??= Number(PART_FOLDER.exec(folder)?.[1] ?? 0) || null;
  } else if (!GENERIC_FOLDER.test(folder)) {
    return addTitleFolder(result, folder);
  }
  return false;
}

function addTitleFolder(result: MediaPathName, folder: string): boolean {
  const parsed = parseReleaseName(folder.replace(CONTENTS, ""), { isFolder: true });
  result.ids = mergeIds(result.ids, parsed.ids);
  result.year ??= parsed.year;
  if (parsed.title === "") return false;
  if (result.season === null && result.titles.length === 0) {
    result.season = parsed.season;
    result.part ??= parsed.part;
  } else if (result.season === null && sharesName(result.titles[0] ?? "", parsed.title)) {
    result.season = parsed.season;
    result.part ??= parsed.part;
  }
  if (result.kind === "episode" && (parsed.kind === "ova" || parsed.kind === "special"))
    result.kind = result.titles.length === 0 ? parsed.kind : result.kind;
  if (result.kind === "episode" && result.episode === null && parsed.kind === "movie")
    result.kind = "movie";
  result.group ??= parsed.group;
  if (result.titles.length === 0 || result.titles.includes(parsed.title))
    result.sameTitles.push(...parsed.sameTitles);
  for (const title of [parsed.title, ...parsed.otherTitles])
    if (!result.titles.includes(title)) result.titles.push(title);
  return true;
}

/** Whether one title is a prefix of the other, so that the folder's season applies to the file. */
function sharesName(one: string, other: string): boolean {
  const fold = (text: string) =>
    tidy(splitSeason(text).base)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
  const [a, b] = [fold(one), fold(other)];
  return a !== "" && b !== "" && (a.startsWith(b) || b.startsWith(a));
}
