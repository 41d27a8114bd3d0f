/** A title's names and the beginning of its synopsis. */
export interface TitleTexts {
  title: string;
  title_english: string | null;
  title_japanese: string | null;
  synopsis: string | null;
}

const RECAP_NAME = /soushuuhen|総集編|\brecap\b|\bcompilation\b/iu;

/** "Recap of episodes 1–13", "A compilation movie of …", "The first summary movie of …". */
const RECAP_SYNOPSIS =
  /^(?:(?:an?|the|theatrical) )*(?:recap|compilation|summary) of\b|\b(?:recap|compilation|summary) (?:film|movie|special|ova)s?\b/iu;

/** Characters; later sentences tell of other titles. */
export const MAX_RECAP_SYNOPSIS = 200;

/** Whether a title says that it is a recap, since most relations of recaps do not. */
export function isNamedRecap(texts: TitleTexts): boolean {
  return (
    [texts.title, texts.title_english, texts.title_japanese].some(
      (name) => name !== null && RECAP_NAME.test(name),
    ) || RECAP_SYNOPSIS.test((texts.synopsis ?? "").slice(0, MAX_RECAP_SYNOPSIS))
  );
}
