import { Link } from "react-router";
import type { NameCount } from "~/features/catalog/anime";
import { genrePath } from "~/features/catalog/view/anime-path";
import { useI18n } from "~/i18n/i18n-context";

export function GenreIndex({ genres }: { genres: readonly NameCount[] }) {
  return (
    <ul className="columns-1 gap-5 min-[22.5rem]:columns-2 sm:columns-3 sm:gap-8 lg:columns-4 xl:columns-5">
      <Genres genres={genres} />
    </ul>
  );
}

function Genres({ genres }: { genres: readonly NameCount[] }) {
  const { label, formatNumber } = useI18n();
  return genres.map(({ name, count }) => (
    <li key={name} className="break-inside-avoid">
      <Link
        to={genrePath(name)}
        prefetch="intent"
        className="group flex min-h-11 items-baseline justify-between gap-2 border-b border-rule py-2.5 hover:border-ink"
      >
        <span className="min-w-0 font-display text-base break-words hyphens-auto font-semibold group-hover:text-accent-text">
          {label("genre", name)}
        </span>
        <span className="text-sm text-ink-faint tabular-nums">{formatNumber(count)}</span>
      </Link>
    </li>
  ));
}
