import { Check, Heart, Search } from "lucide-react";
import { coverSrcSet, coverUrl } from "~/artwork/cover-sizes";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { TextInput } from "~/ui/forms/text-input";
import { Poster } from "~/ui/poster";
import type { AnimeChoice, AnimeField, FoundAnimes } from "./tastes-form";

/** How many titles of an imported list are shown; the others stay selected unseen. */
const MAX_SHOWN = 48;

interface TitlePickerProps {
  chosen: Readonly<Record<AnimeField, readonly number[]>>;
  suggested: readonly number[];
  choices: ReadonlyMap<number, AnimeChoice>;
  found: FoundAnimes | null;
}

/**
 * Covers to click: favourite, and seen in their corner. Searching submits the surrounding form, so
 * other fields keep their values. Hidden titles stay selected.
 */
export function TitlePicker({ chosen, suggested, choices, found }: TitlePickerProps) {
  const { t } = useI18n();
  const selected = [...chosen.favorite_animes, ...chosen.watched_animes];
  const shown = [...new Set([...(found?.ids ?? []), ...selected, ...suggested])]
    .flatMap((id) => choices.get(id) ?? [])
    .slice(0, MAX_SHOWN);
  const isShown = new Set(shown.map(({ id }) => id));
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium text-ink-soft">{t("tastes.titles")}</legend>
      <p className="mt-1 mb-3 text-xs text-ink-faint">{t("tastes.titlesHint")}</p>
      <div className="flex gap-2">
        <TextInput
          type="search"
          name="find_favorite_animes"
          aria-label={t("tastes.findOther")}
          placeholder={t("tastes.findHint")}
          maxLength={256}
          autoComplete="off"
        />
        <Button type="submit" name="find" value="favorite_animes">
          <Search aria-hidden className="size-4" />
          {t("tastes.find")}
        </Button>
      </div>
      {found === null ? null : (
        <p role="status" className="mt-2 text-sm text-ink-soft">
          {t(found.ids.length === 0 ? "tastes.foundNothing" : "tastes.found", {
            text: found.text,
          })}
        </p>
      )}
      {(["favorite_animes", "watched_animes"] as const).flatMap((field) =>
        chosen[field]
          .filter((id) => !isShown.has(id))
          .map((id) => <input key={`${field} ${id}`} type="hidden" name={field} value={id} />),
      )}
      {/* Two rows that scroll sideways on phones. */}
      <ul className="sideways -mx-(--page-gutter) mt-3 grid! auto-cols-[4.75rem] grid-flow-col grid-rows-[auto_auto] gap-x-2 gap-y-3 px-(--page-gutter) py-1 sm:mx-0 sm:auto-cols-auto sm:grid-flow-row sm:grid-cols-6 sm:grid-rows-none sm:gap-x-3 sm:overflow-visible sm:px-0">
        {shown.map((anime) => (
          <TitleChoice
            key={anime.id}
            anime={anime}
            isFavorite={chosen.favorite_animes.includes(anime.id)}
            isSeen={chosen.watched_animes.includes(anime.id)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

const MARK =
  "pointer-events-none absolute inline-flex size-7 items-center justify-center rounded-full bg-black/65 text-white";

function TitleChoice({
  anime: { id, title, color },
  isFavorite,
  isSeen,
}: {
  anime: AnimeChoice;
  isFavorite: boolean;
  isSeen: boolean;
}) {
  const { t } = useI18n();
  return (
    <li className="min-w-0">
      <div className="relative">
        <input
          type="checkbox"
          name="favorite_animes"
          value={id}
          defaultChecked={isFavorite}
          aria-label={t("tastes.favoriteOf", { title: title.text })}
          className="peer/favorite absolute inset-0 z-1 m-0 cursor-pointer appearance-none rounded-md"
        />
        <input
          type="checkbox"
          name="watched_animes"
          value={id}
          defaultChecked={isSeen}
          aria-label={t("tastes.seenOf", { title: title.text })}
          className="peer/seen absolute bottom-0 left-0 z-2 m-0 size-11 cursor-pointer appearance-none rounded-full"
        />
        <span className="pointer-events-none block rounded-md ring-accent-text peer-checked/favorite:ring-3">
          <Poster src={coverUrl(id, 120)} srcSet={coverSrcSet(id)} sizes="6.5rem" color={color} />
        </span>
        <span
          className={classNames(
            MARK,
            "bottom-1 left-1 peer-checked/seen:bg-accent peer-checked/seen:text-on-accent",
          )}
        >
          <Check aria-hidden className="size-4" />
        </span>
        <span
          className={classNames(
            MARK,
            "right-1 bottom-1 peer-checked/favorite:bg-accent peer-checked/favorite:text-on-accent",
          )}
        >
          <Heart aria-hidden className="size-4" />
        </span>
      </div>
      <p lang={title.lang} className="mt-1.5 line-clamp-2 text-xs text-ink-soft">
        {title.text}
      </p>
    </li>
  );
}
