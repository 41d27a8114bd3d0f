import { useSyncExternalStore } from "react";
import styleSheet from "~/ui/theme/fallback-fonts.css?url";

/**
 * The site's own fonts for Japanese, Korean, Chinese and Thai. Few systems need them, and their
 * rules are larger than all others, so that they come once a system's own font was not found.
 */
export function FallbackFonts() {
  const needed = useSyncExternalStore(onLoadingError, lacksSystemFont, () => false);
  const link = <link rel="stylesheet" href={styleSheet} />;
  return needed ? link : <noscript>{link}</noscript>;
}

function onLoadingError(notify: () => void): () => void {
  document.fonts.addEventListener("loadingerror", notify);
  return () => document.fonts.removeEventListener("loadingerror", notify);
}

/** Whether text of the page is in a script for which no rule of `fonts.css` has found a font. */
function lacksSystemFont(): boolean {
  return [...document.fonts].some(
    ({ family, status }) => status === "error" && family.includes("System "),
  );
}
