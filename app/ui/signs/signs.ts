/** The large words in vertical writing that decorate empty pages, sign-up and errors. */
export const SIGNS = [
  "不明",
  "予告",
  "会員",
  "余白",
  "入門",
  "再会",
  "同席",
  "圏外",
  "好物",
  "季節",
  "待",
  "忘却",
  "招待",
  "探索",
  "放送",
  "故障",
  "準備",
  "無",
  "白紙",
  "皆無",
  "皆知",
  "確認",
  "秘密",
  "終点",
  "続編",
  "縁",
  "自己",
  "迷子",
  "静",
] as const;

export type Sign = (typeof SIGNS)[number];

/** The path of the outline, which `npm run signs` has made. */
export function signPath(sign: Sign): string {
  const codes = [...sign].map((character) => character.codePointAt(0)?.toString(16));
  return `/signs/${codes.join("-")}.svg`;
}
