import type { ReactNode } from "react";
import { genrePath } from "~/features/catalog/view/anime-path";
import { browsePath } from "~/features/listing/view/browse-path";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
import { LinkChip } from "~/ui/chip";
import { UnfoldBox } from "~/ui/unfold-box";
import type { TitlePageData } from "./load-title.server";

/** Characters; a phone shows the beginning of a longer synopsis first. */
const LONG_SYNOPSIS = 450;

/** Shows genres, themes, synopsis and background. */
export function TitleSynopsis({
  anime,
  children,
}: {
  anime: TitlePageData["anime"];
  children: ReactNode;
}) {
  const { t, label } = useI18n();
  const isLong = anime.synopsis.join("").length > LONG_SYNOPSIS;
  return (
    <div className="flex flex-col">
      {anime.genres.length + anime.themes.length === 0 ? null : (
        <ul
          aria-label={t("title.genresAndThemes")}
          className="flex flex-wrap gap-2 max-md:order-1 max-md:mt-5 md:mb-4"
        >
          {anime.genres.map((name) => (
            <li key={name}>
              <LinkChip to={genrePath(name)}>{label("genre", name)}</LinkChip>
            </li>
          ))}
          {anime.themes.map((name) => (
            <li key={name}>
              <LinkChip to={browsePath({ themes: [name.toLowerCase()] })}>
                {label("theme", name)}
              </LinkChip>
            </li>
          ))}
        </ul>
      )}
      <div className={isLong ? "fold" : undefined}>
        <div
          className={classNames(
            "max-w-prose space-y-4 text-ink md:text-lg",
            isLong && "folded-text",
          )}
        >
          {anime.synopsis.length === 0 ? (
            <p className="text-ink-faint">{t("title.noSynopsis")}</p>
          ) : (
            anime.synopsis.map((text) => (
              <p key={text} lang="en">
                {text}
              </p>
            ))
          )}
          {anime.synopsisSource === null ? null : (
            <p className={classNames("text-sm text-ink-faint", isLong && "folded")}>
              {t("title.synopsisSource", { source: anime.synopsisSource })}
            </p>
          )}
        </div>
        {anime.background.length === 0 ? null : (
          <details className={classNames("mt-6 max-w-prose", isLong && "folded")}>
            <summary className="unfolds inline-flex min-h-11 list-none items-center text-sm font-medium text-accent-text hover:underline">
              {t("title.background")}
            </summary>
            <div lang="en" className="space-y-4 text-ink-soft">
              {anime.background.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          </details>
        )}
        {isLong ? <UnfoldBox label={t("title.readMore")} of={t("title.synopsis")} /> : null}
      </div>
      {children}
    </div>
  );
}
