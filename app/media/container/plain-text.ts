const MAX_LENGTH = 1_000;

/** Text of a file without control characters and lone surrogates, which no database stores. */
export function toPlainText(text: string): string {
  return text
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, MAX_LENGTH)
    .replace(/\p{Surrogate}/gu, "");
}
