import japaneseFont from "@fontsource/kosugi/files/kosugi-japanese-400-normal.woff2?url";
import koreanFont from "@fontsource/nanum-gothic/files/nanum-gothic-korean-400-normal.woff2?url";
import chineseFont from "@fontsource/zcool-xiaowei/files/zcool-xiaowei-chinese-simplified-400-normal.woff2?url";
import latinFont from "jassub/dist/default.woff2?url";

interface FallbackFont {
  url: string;
  /** The family's name, as it is written in the file. */
  name: string;
}

/**
 * The font of the first match is the only fallback: Korean text is full of Hangul, simplified
 * characters are in every line of simplified Chinese, and Japanese has neither.
 */
const FALLBACK_FONTS: readonly (FallbackFont & { characters: RegExp })[] = [
  { characters: /\p{Script=Hangul}/u, url: koreanFont, name: "NanumGothic" },
  {
    characters: /[这们么说为吗谢让谁还给话时间对见问关东车长门]/u,
    url: chineseFont,
    name: "ZCOOL XiaoWei",
  },
  {
    characters: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
    url: japaneseFont,
    name: "Kosugi",
  },
];

const LATIN_FONT: FallbackFont = { url: latinFont, name: "Liberation Sans" };

/**
 * Chooses the font for characters that the script's own fonts lack. It is loaded before the first
 * line is drawn: the renderer would load its own when a line needs it, and draw it with the next
 * frame only, which a paused video does not have.
 */
export function fallbackFontFor(script: string): FallbackFont {
  return FALLBACK_FONTS.find(({ characters }) => characters.test(script)) ?? LATIN_FONT;
}
