/** Words about the file; nothing after the first one belongs to the title. */
const TECHNICAL =
  "\\d{3,4}[pi](?:\\d{2,3})?|[48]k(?=\\W*(?:hdr|uhd|web|blu|bd|hevc|x26|$))|uhd|\\d{3,4}x\\d{3,4}|blu-?ray|bd-?rip|bd-?remux|bdmv|br-?rip|web-?dl|web-?rip|hd-?tv(?:-?rip)?|tv-?rip|dvd-?rip|dvd[59]|dvd-?iso|hd-?rip|vhs-?rip|ld-?rip|remux|[xh][. ]?26[45]|hevc|avc|av1|vp9|xvid|divx|hi10p?|hi444pp?|(?:8|10|12)-?bits?|main10|aac(?:[ .]?[257][. ][01])?|flac(?:[ .]?[257][. ][01])?|e-?ac-?3|ac-?3|ddp?[ +]?[257][. ][01]|dts(?:-?hd)?(?:-?ma)?|true-?hd|opus|lpcm|atmos|dual[ -]?audio|multi[ -]?audio|multi[ -]?subs?|multiple[ -]subtitles?|eng(?:lish)?[ -]?(?:sub|dub)(?:s|bed|titles)?|engsubs?|sub(?:bed)?[ -]ita|vostfr|vosta|subfrench|amzn|dsnp|hdr10?|dovi|hdlight|untouched|softsubs?|hardsubs?|remastered(?= *(?:\\d{3,4}p|bd|blu))|ma[25][. ][01]";
/**
 * Tags that count only at the end of a name or in brackets, since they are also words of titles.
 */
const WEAK =
  "web|bd|br|dvd|raw|raws|sub|subs|subbed|dub|dubbed|multi|dual|complete(?:d)?|batch|uncensored|censored|uncut|remaster(?:ed)?|repack|proper|internal|readnfo|tv|jpn?|jap|eng|en|ita|ger|de|es|fr|fre|rus|esp|spa|cr|nf|hulu|adn|funi|bilibili|b-global|baha|abema|at-?x|bs11|mx|tokyo mx|mp4|mkv|avi|weekly|end|final|fin|v\\d|gb|big5|chs|cht|jptc|jpsc|1080|720|480|2160|english|japanese|korean|chinese|portuguese|limited|unrated|theatrical|french|spanish|german|italian|raw|hi10|10bit|4k|hd|sd|fhd|hq|lq|ma|sp|extras?|specials?|oad|ovas?|onas?|nc|movies?|ncop|nced|bonus|series|full|box|boxset|collection|vol(?:ume)?s?|extended|director'?s cut|rip|the|and|with|for|japan|us|bdrip|mini|ass|srt|pgs|vfr|cfr|h|x|premium|audio|video|subtitles?|encode|anime|seasons?|s\\d{1,2}|\\+|&|简体?中?文?|繁[体體]?中?文?|简繁(?:日)?(?:内封|内嵌|外挂)?(?:字幕)?|[简繁]日(?:双语|雙語|内嵌|内封)?(?:字幕)?|双语|雙語|内[封嵌]|內[封嵌]|外[挂掛]|字幕|合集|全集|完结|完結|완결?|\\d{1,2}月(?:新番)?|新番|招募.*|[简簡繁體体中日英国國粤粵双雙语語内內外封嵌挂掛字幕文]{2,}版?|[国國日][漫创創产產]|[动動][漫画畫]|[连連][载載]|無修正";

export const TECHNICAL_TAG = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${TECHNICAL})(?![\\p{L}\\p{N}])`,
  "iu",
);
const AFTER_YEAR = /^(?<start>.*\S\s(?:19[3-9]\d|20[0-4]\d))\s+(?<tags>\P{N}+)$/u;
const TRAILING_WEAK_TAG =
  /[\s\-–.,+]+(?:web|bd|dvd|uncensored|uncut|repack|proper|multi|subbed|dubbed|batch|complete|vostfr|vf|raw|remastered|(?:the\s)?complete\s(?:series|collection|box)|box\s?set|v[2-9]|완결)\s*$/iu;
const TAG = new RegExp(
  `(?:${TECHNICAL}|${WEAK}|\\d(?:[. ]\\d)?(?:ch)?)(?![\\p{L}\\p{N}])[\\s\\-–_.,+&/|;:~]*`,
  "iuy",
);

/** Tag by tag: one pattern for all of them would try every way to split the text. */
export function isOnlyTags(text: string): boolean {
  const tags = text.trim();
  let at = 0;
  while (at < tags.length) {
    TAG.lastIndex = at;
    if (!TAG.test(tags)) return false;
    at = TAG.lastIndex;
  }
  return tags !== "";
}

/** Cuts at the first technical tag, unless the text starts with one. */
export function cutAtTags(text: string): string {
  const at = TECHNICAL_TAG.exec(text)?.index ?? -1;
  return at > 0 ? text.slice(0, at) : text;
}

/** Cuts what a release says of its languages, as in `Title 2004 DUAL`. */
export function cutAfterYear(text: string): string {
  const { start = text, tags = "" } = AFTER_YEAR.exec(text)?.groups ?? {};
  return isOnlyTags(tags) ? start : text;
}

/** Removes words such as `BD` and `Uncensored` from the end. */
export function trimWeakTags(text: string): string {
  let result = text;
  for (;;) {
    const trimmed = result.replace(TRAILING_WEAK_TAG, "");
    if (trimmed === result || trimmed.trim() === "") return result;
    result = trimmed;
  }
}
