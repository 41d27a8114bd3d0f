import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const isHangul = (code) =>
  (code >= 0x1100 && code < 0x1200) ||
  (code >= 0x3130 && code < 0x3190) ||
  (code >= 0xa960 && code < 0xa980) ||
  (code >= 0xac00 && code < 0xd800);

/**
 * The scripts of titles that a plain Linux has no font for, by the package that has their glyphs in
 * slices, and the fonts of systems that make those slices needless. Han characters of an earlier
 * script are left out of later ones.
 */
const SCRIPTS = [
  {
    family: "Fallback Japanese",
    font: "kosugi",
    isWanted: (code) => code >= 0x2e80 || (code >= 0x2460 && code < 0x27c0),
    local: [
      ...["Hiragino Sans", "HiraginoSans-W3", "Hiragino Kaku Gothic ProN", "HiraKakuProN-W3"],
      ...["Yu Gothic", "YuGothic-Regular", "Meiryo", "MS Gothic", "Noto Sans CJK JP"],
      ...["NotoSansCJKjp-Regular", "Noto Sans JP", "Source Han Sans JP", "IPAGothic"],
      ...["IPAexGothic", "TakaoGothic", "VL Gothic", "Droid Sans Fallback"],
    ],
  },
  {
    family: "Fallback Korean",
    font: "nanum-gothic",
    isWanted: isHangul,
    local: [
      ...["Apple SD Gothic Neo", "AppleSDGothicNeo-Regular", "Malgun Gothic", "Noto Sans CJK KR"],
      ...["NotoSansCJKkr-Regular", "Noto Sans CJK JP", "NotoSansCJKjp-Regular", "Noto Sans KR"],
      ...["Source Han Sans KR", "NanumGothic", "UnDotum", "Baekmuk Gulim", "Droid Sans Fallback"],
    ],
  },
  {
    family: "Fallback Chinese",
    font: "zcool-xiaowei",
    isWanted: (code) => code >= 0x2e80 && !isHangul(code),
    local: [
      ...["PingFang SC", "PingFangSC-Regular", "Microsoft YaHei", "Noto Sans CJK SC"],
      ...["NotoSansCJKsc-Regular", "Noto Sans CJK JP", "NotoSansCJKjp-Regular", "Noto Sans SC"],
      ...["Source Han Sans SC", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback"],
    ],
  },
  {
    family: "Fallback Thai",
    font: "noto-sans-thai",
    isWanted: (code) => code >= 0x0e00 && code < 0x0e80,
    local: [
      ...[
        "Thonburi",
        "Leelawadee UI",
        "Leelawadee",
        "Tahoma",
        "Noto Sans Thai",
        "NotoSansThai-Regular",
      ],
      ...["Noto Sans Thai Looped", "Loma", "Garuda", "Waree", "Droid Sans Thai"],
    ],
  },
];

/** Returns the content of `fallback-fonts.css`: a rule for each slice of all scripts. */
export function fallbackFontRules() {
  const covered = new Set();
  const rules = SCRIPTS.flatMap(({ family, font, isWanted, local }) => {
    const sources = local.map((name) => `local("${name}")`).join(",");
    return slicesOf(font).flatMap(({ slice, codes }) => {
      const wanted = codes.filter((code) => isWanted(code) && !covered.has(code));
      for (const code of wanted) covered.add(code);
      if (wanted.length === 0) return [];
      const file = `@fontsource/${font}/files/${font}-${slice}-400-normal.woff2`;
      return [
        `@font-face{font-family:"${family}";font-display:swap;src:${sources},url("${file}") format("woff2");unicode-range:${toRanges(wanted)}}`,
      ];
    });
  });
  return rules.join("\n");
}

function slicesOf(font) {
  const file = createRequire(import.meta.url).resolve(`@fontsource/${font}/unicode.json`);
  return Object.entries(JSON.parse(readFileSync(file, "utf8"))).map(([slice, ranges]) => ({
    slice: slice.replace(/[[\]]/g, ""),
    codes: ranges.split(",").flatMap(toCodes),
  }));
}

function toCodes(range) {
  const [first, last = first] = range
    .trim()
    .replace(/^U\+/i, "")
    .split("-")
    .map((text) => Number.parseInt(text, 16));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function toRanges(codes) {
  const ranges = [];
  for (const code of codes.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range?.last === code - 1) range.last = code;
    else ranges.push({ first: code, last: code });
  }
  const hex = (code) => code.toString(16);
  return ranges
    .map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(",");
}
