import { Link } from "react-router";
import type { NameCount } from "~/features/catalog/anime";
import { genrePath } from "~/features/catalog/view/anime-path";
import { useI18n } from "~/i18n/i18n-context";
import { UnfoldBox } from "~/ui/unfold-box";

/** The genres that a phone shows at first, those with the most titles. */
const ON_PHONE = 16;

export function GenreIndex({ genres }: { genres: readonly NameCount[] }) {
  const { t, label, formatNumber } = useI18n();
  const least = genres.map(({ count }) => count).sort((a, b) => b - a)[ON_PHONE - 1] ?? 0;
  const isFolded = ({ count }: NameCount) => count < least;
  return (
    <div className="fold">
      <ul className="columns-1 gap-5 min-[22.5rem]:columns-2 sm:columns-3 sm:gap-8 lg:columns-4 xl:columns-5">
        {genres.map((genre) => (
          <li
            key={genre.name}
            className={isFolded(genre) ? "folded break-inside-avoid" : "break-inside-avoid"}
          >
            <Link
              to={genrePath(genre.name)}
              prefetch="intent"
              className="group flex min-h-11 items-baseline justify-between gap-2 border-b border-rule py-2.5 hover:border-ink"
            >
              <span className="min-w-0 font-display text-base break-words hyphens-auto font-semibold group-hover:text-accent-text">
                {label("genre", genre.name)}
              </span>
              <span className="text-sm text-ink-faint tabular-nums">
                {formatNumber(genre.count)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {genres.some(isFolded) ? (
        <UnfoldBox
          label={t("title.showAll", { count: formatNumber(genres.length) })}
          of={t("home.byGenre")}
        />
      ) : null}
    </div>
  );
}
