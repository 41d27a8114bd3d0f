/** The scripts of Japanese and Chinese, for a class of a regular expression. */
export const CJK = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}";
const CJK_AND_LATIN = new RegExp(
  `(?<=[${CJK}])_(?=\\p{Script=Latin}[^_]*$)|(?<=\\[[^_\\][]*[${CJK}][^_\\][]*)_(?=[^_\\][]*\\])`,
  "gu",
);

/**
 * Matches the time at which a recorder began, as in `2023-07-09 23時00分 Title` and
 * `202307092300-Title`.
 */
const RECORDED_AT =
  /^\s*\[?(?:(?:19|20)\d\d(?:[-/.]\d\d[-/.]\d\d|年\d{1,2}月\d{1,2}日)(?:[\s_]+\d{1,2}(?:[:：時]\d\d分?|\d\d(?=[\s_-])))?|20\d{6}(?:[-_]?\d{4})?)\]?[\s_-]+(?=\D)/u;

/** Normalises spaces, brackets and dashes; dots and underscores between words become spaces. */
export function plainText(name: string): string {
  let text = name
    .normalize("NFC")
    .replace(/[\uff01-\uff5e]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[★☆][^★☆]{0,12}新番(?:[^★☆]{0,12}[★☆])?/gu, " ")
    .replace(RECORDED_AT, "")
    .replace(/^(?:TV)?アニメ(?:\s*「([^」]+)」|\s+(?=\S))/u, "$1 ")
    // A separator of two names, where others stand for spaces.
    .replace(/ _ /gu, name.includes("__") || !/[^_] [^_]/u.test(name) ? " " : " | ")
    .replace(CJK_AND_LATIN, " | ")
    .replace(/[〔「『](?=[^〕」』]*$)/gu, " ");
  text = text.replace(/_/gu, " ");
  if (!text.trim().includes(" ") && /\..*\.|\.[se]\d|\p{L}\.\d{2,3}$/iu.test(text))
    text = undot(text);
  else if ((text.match(/(?<=\S)\.(?=\S)/gu)?.length ?? 0) > (text.match(/ /gu)?.length ?? 0) + 2)
    text = undot(text);
  return text.replace(/\s+/gu, " ").trim();
}

/** Keeps the dot of `12.5` and of `5.1`. */
function undot(text: string): string {
  return text
    .replace(/\b([hx])\.(26[45])\b/giu, "$1$2")
    .replace(/(?<!\b\d{1,2})\.|\.(?!\d{1,2}(?!\d))|(?<=\b0?\d{1,2})\.(?=0\d|[2-9]\d)/gu, " ");
}
