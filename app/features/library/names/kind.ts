/** `extra` is no episode: openings, trailers, menus. */
export type NameKind = "episode" | "movie" | "ova" | "special" | "extra";

/** These never occur in an episode's title. */
const CERTAIN_EXTRA =
  /(?<![\p{L}\p{N}])(?:NC[\s_-]?(?:OP|ED)|(?:creditless|textless|clean|non-?credit)[\s_-]*(?:OP|ED|openings?|endings?)|ノンクレジット|ノンテロップ)/iu;
/** `OP2`, `PV 1` and the like after the title; upper case, since these are also words. */
const EXTRA_WORD =
  /(?<![\p{L}\p{N}])(?:(?:OP|ED|PV|CM)[\s_-]?\d{0,2}[a-z]?|(?:[Tt]railer|TRAILER|[Tt]easer|[Pp]romo|[Ss]ample|[Mm]enu|[Pp]review|[Ii]nterview|[Mm]aking[ -]of|[Cc]redits|Character PV|[Bb]ehind[ -]the[ -][Ss]cenes|[Ff]eaturette|[Oo]pening|[Ee]nding)\s?\d{0,2})(?:\s?v\d)?\s*$/u;
const OVA = /(?<![\p{L}\p{N}])(?:OVAs?|OADs?|OAVs?)(?:\s?\d{1,2})?(?![\p{L}\p{N}])/u;
const SPECIAL =
  /(?<![\p{L}\p{N}])(?:specials?|SP\s?\d{1,2}|SPs?|スペシャル|特別編|番外編|総集編|recap|bonus|omake)(?![\p{L}\p{N}])/iu;
const MOVIE =
  /(?<![\p{L}\p{N}])(?:(?:the\s)?movie(?:\s\d{1,2})?|gekijou?-?ban|gekijō-?ban|eiga|the\sfilm|film\s?\d{0,2})(?![\p{L}\p{N}])|劇場版|映画/iu;
const EXTRAS_FOLDER =
  /^(?:extras?|bonus(?:es)?|featurettes?|trailers?|samples?|menus?|nc(?:op|ed)?s?|creditless.*|(?:nc)?ops?[\s&+,_-]*(?:and[\s_]*)?(?:nc)?eds?|openings?.*endings?|openings?|endings?|pvs?|cms?|scans?|behind the scenes|deleted scenes|interviews|shorts|other|others|theme-music|backdrops|映像特典|特典(?:映像)?)$/iu;

export function kindOfName(title: string, hasEpisode: boolean): NameKind {
  if (CERTAIN_EXTRA.test(title)) return "extra";
  if (!hasEpisode && EXTRA_WORD.test(title) && !/^\s*\p{L}+\s*$/u.test(title)) return "extra";
  if (/(?<![\p{L}\p{N}])(?:OP|ED|PV|CM)\s*$/u.test(title)) return "extra";
  if (MOVIE.test(title)) return "movie";
  if (OVA.test(title)) return "ova";
  return SPECIAL.test(title) ? "special" : "episode";
}

export function isCertainExtra(name: string): boolean {
  return CERTAIN_EXTRA.test(name);
}

export function isExtrasFolder(name: string): boolean {
  return EXTRAS_FOLDER.test(name.trim());
}

export function withoutKindWords(title: string): string | null {
  const text = title
    .replace(new RegExp(MOVIE.source, "giu"), " ")
    .replace(new RegExp(OVA.source, "gu"), " ")
    .replace(new RegExp(SPECIAL.source, "giu"), " ")
    .replace(/\s+/gu, " ")
    .replace(/^[\s\-–:]+|[\s\-–:]+$/gu, "");
  return text === "" || text === title ? null : text;
}
