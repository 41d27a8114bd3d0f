import type { ErrorCode } from "~/errors/app-error";
import { spanishAnswers } from "./answers/es";
import type { Locale } from "./locales";
import type { Words } from "./words";

const ANSWERS: Readonly<Partial<Record<Locale, Readonly<Record<string, string>>>>> = {
  es: spanishAnswers,
};

interface Pattern {
  matches: RegExp;
  answer: string;
}

const HOLE = /\\?\{(\w+)\\?\}/g;
/** Sentences with holes, as patterns. Those that begin with one are tried last. */
const PATTERNS = new Map<string, Pattern[]>(
  Object.entries(ANSWERS).map(([locale, answers]) => [
    locale,
    Object.entries(answers)
      .filter(([sentence]) => sentence.includes("{"))
      .sort(([one], [other]) => Number(one.startsWith("{")) - Number(other.startsWith("{")))
      .map(([sentence, answer]) => ({
        matches: new RegExp(
          `^${sentence.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(HOLE, "(?<$1>.+?)")}$`,
          "su",
        ),
        answer,
      })),
  ]),
);

/**
 * An English sentence of the site's errors in the language of a page. One that the language does not know becomes what its code says in general;
 * without a code it stays as it is.
 */
export function answerIn({ locale, t }: Words, sentence: string, code?: ErrorCode): string {
  const answers = ANSWERS[locale];
  if (answers === undefined) return sentence;
  const known = answers[sentence];
  if (known !== undefined) return known;
  for (const { matches, answer } of PATTERNS.get(locale) ?? []) {
    const found = matches.exec(sentence)?.groups;
    if (found !== undefined)
      return answer.replace(/\{(\w+)\}/g, (_, name: string) =>
        (found[name] ?? "")
          .split(", ")
          .map((part) => answers[part] ?? part)
          .join(", "),
      );
  }
  return code === undefined ? sentence : t(`answer.${code}`);
}
