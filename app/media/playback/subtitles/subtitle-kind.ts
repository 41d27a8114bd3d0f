/** The contents of subtitles; `signs` translate what is written and sung, or foreign speech. */
export type SubtitleKind = "full" | "signs" | "hearing_impaired" | "commentary";

interface Flags {
  isForced?: boolean | undefined;
  isHearingImpaired?: boolean | undefined;
  isCommentary?: boolean | undefined;
}

/** Words as in names of tracks and files, in the languages of most releases. */
const WORDS: Readonly<Record<SubtitleKind, readonly string[]>> = {
  commentary: [
    ...["commentar(?:y|ies)", "kommentare?", "comentarios?", "comentários?", "commentaires?"],
    ...["commento", "commenti", "commentaar", "komentarz", "комментари[ийе]", "コメンタリー"],
    ...["解説", "评论", "評論"],
  ],
  full: [
    ...["full", "dialog(?:ue|ues|s|e)?", "complete", "komplett", "voll", "vollständig"],
    ...["complet[aoe]?s?", "complèt?es?", "diálogos?", "dialoghi", "integrale?", "intégrale?s?"],
    ...["volledig", "полные", "полный", "pełne"],
  ],
  signs: [
    ...["signs?", "songs?", "forced", "karaoke", "s\\s*[&+/]\\s*s", "sns", "signs?songs?"],
    ...["schilder", "lieder", "zeichen", "erzwungen", "carteles", "letreros", "canciones"],
    ...["forzad[oa]s?", "rótulos", "placas", "letreiros", "músicas", "forçad[oa]s?"],
    ...["panneaux", "chansons", "incrustations?", "forcée?s?", "cartelli", "canzoni", "forzati"],
    ...["borden", "liedjes", "gedwongen", "надписи", "песни", "форсированн(?:ые|ый)"],
    ...["tabliczki", "piosenki", "wymuszone", "tabelalar", "şarkılar", "zorunlu"],
    ...["看板", "歌", "強制", "强制", "标识", "강제"],
  ],
  hearing_impaired: [
    ...["sdh", "cc", "hoh", "closed captions?", "hearing impaired", "hard of hearing", "deaf"],
    ...["hörgeschädigte", "gehörlose", "sordos", "surdos", "malentendants", "sme", "non udenti"],
    ...["slechthorenden", "глухих", "聴覚障害者"],
  ],
};

const PATTERNS = Object.entries(WORDS).map(
  ([kind, words]) =>
    [
      kind as SubtitleKind,
      // The words of Japanese and Chinese have no spaces between them.
      new RegExp(
        `(?<!\\p{Script=Latin}|\\p{Script=Cyrillic})(?:${words.join("|")})(?!\\p{Script=Latin}|\\p{Script=Cyrillic})`,
        "iu",
      ),
    ] as const,
);

/** The kind that a name tells, or null. `Full with signs` has everything. */
function kindOfName(name: string): SubtitleKind | null {
  const plain = name.replaceAll(/&amp;/gi, "&").replaceAll(/[._-]+/g, " ");
  return PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

/** The kind by the name, which is more often right than the flags of a file, or else by these. */
export function subtitleKind(
  name: string | null,
  { isForced, isHearingImpaired, isCommentary }: Flags = {},
): SubtitleKind {
  const named = name === null ? null : kindOfName(name);
  if (named !== null) return named;
  if (isCommentary) return "commentary";
  if (isForced) return "signs";
  return isHearingImpaired ? "hearing_impaired" : "full";
}

const KIND_WORDS: Readonly<Record<SubtitleKind, string | null>> = {
  full: null,
  signs: "forced",
  hearing_impaired: "SDH",
  commentary: "commentary",
};

/** The labels of tracks, with the kind or a number where these would not differ or tell it. */
export function distinctLabels(tracks: readonly { label: string; kind: SubtitleKind }[]): string[] {
  const taken = new Set<string>();
  return tracks.map(({ label, kind }) => {
    const word = KIND_WORDS[kind];
    const whole = word === null || kindOfName(label) === kind ? label : `${label} – ${word}`;
    let distinct = whole;
    for (let number = 2; taken.has(distinct); number += 1) distinct = `${whole} (${number})`;
    taken.add(distinct);
    return distinct;
  });
}
