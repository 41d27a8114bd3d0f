const BASE: Record<string, string> = {};
const ROWS: readonly [string, string][] = [
  ["あいうえお", "a i u e o"],
  ["かきくけこ", "ka ki ku ke ko"],
  ["がぎぐげご", "ga gi gu ge go"],
  ["さしすせそ", "sa shi su se so"],
  ["ざじずぜぞ", "za ji zu ze zo"],
  ["たちつてと", "ta chi tsu te to"],
  ["だぢづでど", "da ji zu de do"],
  ["なにぬねの", "na ni nu ne no"],
  ["はひふへほ", "ha hi fu he ho"],
  ["ばびぶべぼ", "ba bi bu be bo"],
  ["ぱぴぷぺぽ", "pa pi pu pe po"],
  ["まみむめも", "ma mi mu me mo"],
  ["やゆよ", "ya yu yo"],
  ["らりるれろ", "ra ri ru re ro"],
  ["わゐゑをん", "wa i e wo n"],
  ["ぁぃぅぇぉ", "a i u e o"],
  ["ゔ", "vu"],
];
for (const [kana, romaji] of ROWS)
  romaji.split(" ").forEach((sound, index) => (BASE[kana[index] ?? ""] = sound));
const GLIDES: Record<string, string> = { ゃ: "ya", ゅ: "yu", ょ: "yo" };

/** Hepburn, of kana; null for other text. */
export function romanise(text: string): string | null {
  if (!/^[\u3041-\u3096\s0-9]+$/u.test(text) || !/[\u3041-\u3096]/u.test(text)) return null;
  let result = "";
  let doubled = false;
  for (const kana of text) {
    const glide = GLIDES[kana];
    if (kana === "っ") {
      doubled = true;
    } else if (glide !== undefined && result.endsWith("i")) {
      const stem = result.slice(0, -1);
      result = stem + (/(?:sh|ch|j)$/u.test(stem) ? glide.slice(1) : glide);
    } else {
      const sound = glide ?? BASE[kana] ?? kana;
      const isSmallVowel = "ぁぃぅぇぉ".includes(kana) && result !== "";
      if (isSmallVowel) result = result.replace(/[aiueo]$/u, "");
      result += doubled ? sound.slice(0, 1) + sound : sound;
      doubled = false;
    }
  }
  return result;
}

/** Kunrei and keyboard spellings. */
const HEPBURN: readonly (readonly [RegExp, string])[] = [
  [/sy(?=[auo])/gu, "sh"],
  [/ty(?=[auo])/gu, "ch"],
  [/[zj]y(?=[auo])/gu, "j"],
  [/si/gu, "shi"],
  [/ti/gu, "chi"],
  [/tu/gu, "tsu"],
  [/zi/gu, "ji"],
  [/dzu/gu, "zu"],
  [/(?<![sc])hu/gu, "fu"],
  [/oh(?![aiueo])/gu, "o"],
];
const ROMAJI =
  /^(?:(?:[kgsztdnhbpmrfjw]|[kgsztdnhbpmrj]y|sh|ch|ts|dz|y|v)?(?:[aiueo]|oh)|n|([kgsztdpcbj])(?=\1))+$/u;

/** `tihayahuru` becomes `chihayafuru`; null if unchanged or not Japanese. */
export function toHepburn(text: string): string | null {
  const words = text.split(" ");
  if (!words.every((word) => /^\d+$/u.test(word) || ROMAJI.test(word))) return null;
  const respelt = words
    .map((word) =>
      HEPBURN.reduce((result, [sound, hepburn]) => result.replace(sound, hepburn), word),
    )
    .join(" ");
  return respelt === text ? null : respelt;
}
