import type { I18n } from "~/i18n/i18n";

/** Returns `Episode 5: The Return`, or `Episode 5` without a title. */
export function episodeName(
  { t }: I18n,
  { number, title }: { number: number; title: string | null },
): string {
  return title === null
    ? t("watch.episode", { number })
    : t("watch.episodeTitle", { number, title });
}
