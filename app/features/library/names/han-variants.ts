import { ConverterFactory } from "opencc-js/core";
import fromJapanese from "opencc-js/dict/JPShinjitaiCharacters";
import toJapanese from "opencc-js/dict/JPShinjitaiCharactersRev";
import toTraditional from "opencc-js/dict/STCharacters";
import toSimplified from "opencc-js/dict/TSCharacters";

// Single characters only: the dictionaries of phrases take 60 MB.
const inTraditional = ConverterFactory([fromJapanese], [toTraditional]);
const inSimplified = ConverterFactory([toSimplified]);
const inJapanese = ConverterFactory([toJapanese]);

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * A Chinese or Japanese name in the other forms of its characters: the catalog often has the name
 * in one of them only. Kana tell that a name is Japanese already.
 */
export function hanVariants(name: string): string[] {
  if (!HAN.test(name) || KANA.test(name)) return [];
  const traditional = inTraditional(name);
  const variants = new Set([inSimplified(traditional), traditional, inJapanese(traditional)]);
  variants.delete(name);
  return [...variants];
}
