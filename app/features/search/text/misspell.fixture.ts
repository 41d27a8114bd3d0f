export const MISTAKES = ["omit", "insert", "replace", "swap"] as const;

/** One edit of `text`, which has no `z`. */
export function misspell(text: string, at: number, mistake: (typeof MISTAKES)[number]): string {
  const before = text.slice(0, at);
  switch (mistake) {
    case "omit":
      return before + text.slice(at + 1);
    case "insert":
      return `${before}z${text.slice(at)}`;
    case "replace":
      return `${before}z${text.slice(at + 1)}`;
    case "swap":
      return before + text.slice(at + 1, at + 2) + text.slice(at, at + 1) + text.slice(at + 2);
  }
}
