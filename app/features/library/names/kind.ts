/** An `extra` is no episode: openings, trailers, menus. */
export type NameKind = "episode" | "movie" | "ova" | "special" | "extra";

/** These never occur in an episode's title. */
const CERTAIN_EXTRA =
  /(?<![\p{L}\p{N}])(?:NC[\s_-]?(?:OP|ED)|(?:creditless|textless|clean|non-?credit)[\s_-]*(?:OP|ED|openings?|endings?)|ノンクレジット|ノンテロップ)/iu;
/** `OP2`, `PV 1` and the like after the title; upper case, since these are also words. */
const EXTRA_WORD =
  /(?<![\p{L}\p{N}])(?:(?:OP|ED|PV|CM)[\s_-]?\d{0,2}[a-z]?|(?:[Tt]railer|TRAILER|[Tt]easer|[Pp]romo|[Ss]ample|[Mm]enu|[Pp]review|[Ii]nterview|[Mm]aking[ -]of|[Cc]redits|Character PV|[Bb]ehind[ -]the[ -][Ss]cenes|[Ff]eaturette|[Oo]pening|[Ee]nding)\s?\d{0,2})(?:\s?v\d)?\s*$/u;
/** Words that name no episode, at the end of a name or alone in brackets, with a number or not. */
const TRAILING_EXTRA =
  /(?:^|[\s\-–—_.([\p{Cc}])(?:(?:BD|DVD|disc)[\s._-]?)?(?:(?:official|web|tv|next(?:\sepisode)?|character|promotional|promo|animated|teaser|theatrical|staff|cast)\s)*(?:menus?|commercials?|samples?(?![\s#._]*\d)|trailers?|teasers?|previews?|spots?|promos?|promotional\svideos?|featurettes?|interviews?|behind\s?the\s?scenes|deleted(?:\sscenes?)?|outtakes|bloopers|making(?:\sof)?|audio\scommentary|commentary|event(?:\sdigest)?|talk\s(?:show|event)|slideshow|gallery|logo|番宣|予告(?:編)?|次回予告|特報|宣伝)(?:\s(?:collection|compilation|video|movie|clip))?[\s#._]{0,2}(?:vol\.?\s?)?\d{0,3}[a-z]?(?:\s?v\d)?[\s)\]\p{Cc}]*$/iu;
/** Upper case, since these are also words. */
const TRAILING_SHORT_EXTRA =
  /(?:^|[\s\-–—_.([\p{Cc}])(?:番宣|TV[\s-]?)?(?:CM|PV|OP|ED|SPOT|MV)s?(?:\s?(?:Collection|集))?[\s#._]{0,2}\d{0,3}[a-z]?(?:\s?v\d)?[\s)\]\p{Cc}]*$/u;
/** What Plex, Kodi and Jellyfin tell extras by. */
const EXTRA_SUFFIX =
  /-(?:trailer|sample|behindthescenes|deleted(?:scene)?|featurette|interview|scene|short|clip|other|extra)\d{0,2}\s*$|^sample[-_.\s]|[._\s]sample\s*$/iu;
const OVA = /(?<![\p{L}\p{N}])(?:OVAs?|OADs?|OAVs?)(?:\s?\d{1,2})?(?![\p{L}\p{N}])/u;
const SPECIAL =
  /(?<![\p{L}\p{N}])(?:specials?|SP\s?\d{1,2}|SPs?|スペシャル|特別編|番外編|総集編|recap|bonus|omake)(?![\p{L}\p{N}])/iu;
const MOVIE =
  /(?<![\p{L}\p{N}])(?:(?:the\s)?movie(?:\s\d{1,2})?|gekijou?-?ban|gekijō-?ban|eiga|the\sfilm|film\s?\d{0,2})(?![\p{L}\p{N}])|劇場版|映画|극장판/iu;
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
  return CERTAIN_EXTRA.test(name) || EXTRA_SUFFIX.test(name);
}

/** Matches what is no title alone in brackets; at the end of a title, it may be a roman number. */
const BRACKET_EXTRA = /^IV\s?\d{1,2}$/u;
/** An episode may be called `The Interview`, hardly one of these. */
const SURE_WORD = /^(?:menu|sample|trailer|teaser|preview|[A-Z]{2,4})/iu;

/** What stands behind an episode's number, as in `Episode 7 Preview` and `05 - Trailer`. */
export function isExtraOfEpisode(after: string): boolean {
  const isDashed = /^\s*[-–—:]/u.test(after);
  const text = after.replace(/^[\s\-–—:]+/u, "");
  return isTrailingExtra(text, { isAlone: true }) && (!isDashed || SURE_WORD.test(text));
}

/** Whether the name ends in a word such as `Menu 2`, behind something else unless it `isAlone`. */
export function isTrailingExtra(text: string, { isAlone = false } = {}): boolean {
  if (isAlone && BRACKET_EXTRA.test(text)) return true;
  const at = [TRAILING_EXTRA, TRAILING_SHORT_EXTRA]
    .map((pattern) => pattern.exec(text)?.index ?? -1)
    .find((index) => index >= 0);
  return at !== undefined && (isAlone ? at === 0 : /[\p{L}\p{N}]/u.test(text.slice(0, at)));
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
