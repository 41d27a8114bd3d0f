import { href } from "react-router";
import { useEffect, useState } from "react";
import type { NameCount } from "~/features/catalog/anime";
import { normaliseName } from "~/features/catalog/term-key";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
import { CheckLine, ChoiceChip, FieldGroup } from "~/ui/forms/field";
import { TextInput } from "~/ui/forms/text-input";
import { FILTERS, GENRE_MATCH_PARAMETER, GENRE_MATCHES } from "~/features/listing/filters/filters";
import {
  DEFAULT_PER_PAGE,
  listingSearchParams,
  type ListingQuery,
} from "~/features/listing/listing-query";

interface GenreChoiceProps {
  genres: readonly NameCount[];
  /** Names that are shown first; the others unfold. */
  main: readonly string[];
  chosen: readonly string[];
  /** True if a title with one of the chosen names matches. */
  isAny: boolean;
  excluded: readonly string[];
}

/** A leading `-` excludes, also without scripts. */
export function GenreChoice({ genres, main, chosen, isAny, excluded }: GenreChoiceProps) {
  const { t, label } = useI18n();
  const [typed, setTyped] = useState("");
  const isExcluding = typed.trimStart().startsWith("-");
  const wanted = normaliseName(typed.trimStart().replace(/^-/, ""));
  const matches = (name: string): boolean =>
    [name, label("genre", name)].some((spelled) => normaliseName(spelled).includes(wanted));
  const isUsed = ({ name }: NameCount): boolean =>
    [...chosen, ...excluded].includes(normaliseName(name));
  const lines = (listed: readonly NameCount[]) =>
    listed.map((genre) => (
      <GenreLine
        key={genre.name}
        genre={genre}
        isChosen={chosen.includes(normaliseName(genre.name))}
        isExcluded={excluded.includes(normaliseName(genre.name))}
        isHidden={!isUsed(genre) && !matches(genre.name)}
        isExcluding={isExcluding}
      />
    ));
  const others = genres.filter(({ name }) => !main.includes(name));
  return (
    <FieldGroup legend={t("filter.genres")}>
      {/* It says nothing about one genre; without scripts it has to be there before the second. */}
      <div
        role="radiogroup"
        aria-label={t("filter.genreMatch")}
        className={classNames("mb-1.5 flex flex-wrap gap-1.5", chosen.length < 2 && "without-js")}
      >
        {GENRE_MATCHES.map((match) => (
          <ChoiceChip
            key={match}
            type="radio"
            name={GENRE_MATCH_PARAMETER}
            value={match}
            defaultChecked={isAny === (match === "any")}
            label={t(`filter.genreMatch.${match}`)}
          />
        ))}
      </div>
      <TextInput
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        aria-label={t("filter.findGenre")}
        placeholder={t("filter.findGenreHint")}
        className="needs-js max-lg:min-h-11 lg:min-h-9"
      />
      <p aria-hidden className="mt-1 text-right text-xs text-ink-faint">
        {t("filter.exclude")}
      </p>
      {lines(genres.filter(({ name }) => main.includes(name)))}
      {others.length === 0 ? null : (
        <details open={typed !== "" || others.some(isUsed)}>
          <summary className="unfolds inline-flex min-h-11 list-none items-center px-1 text-sm text-ink-soft hover:text-ink md:min-h-8">
            {t("filter.moreGenres")}
          </summary>
          {lines(others)}
        </details>
      )}
    </FieldGroup>
  );
}

interface GenreLineProps {
  genre: NameCount;
  isChosen: boolean;
  isExcluded: boolean;
  isHidden: boolean;
  /** Whether it can only be excluded. */
  isExcluding: boolean;
}

function GenreLine({
  genre: { name, count },
  isChosen,
  isExcluded,
  isHidden,
  isExcluding,
}: GenreLineProps) {
  const { t, label, formatNumber } = useI18n();
  const spelled = label("genre", name);
  return (
    <div hidden={isHidden} className="flex items-center gap-1">
      <div className={classNames("min-w-0 grow", isExcluding && !isChosen && "hidden")}>
        <CheckLine
          name={FILTERS.genres.parameter}
          value={name}
          defaultChecked={isChosen}
          label={spelled}
          note={formatNumber(count)}
        />
      </div>
      {isExcluding && !isChosen ? <span className="grow px-1 text-sm">{spelled}</span> : null}
      <label className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-ink-faint hover:bg-sunken hover:text-ink has-checked:text-caution md:size-8">
        <input
          type="checkbox"
          name={FILTERS.excludedGenres.parameter}
          value={name}
          defaultChecked={isExcluded}
          aria-label={t("filter.leaveOut", { name: spelled })}
          className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-sm"
        />
        <span
          aria-hidden
          className="pointer-events-none inline-flex size-5 items-center justify-center rounded-sm border border-rule-strong text-base leading-none font-bold peer-checked:border-current"
        >
          −
        </span>
      </label>
    </div>
  );
}

interface StudioChoiceProps {
  studios: readonly NameCount[];
  query: ListingQuery;
}

/** Rows that are shown while no name is sought. */
const FIRST_ROWS = 6;
const MAX_ROWS = 12;

/** Counts follow the other filters. Without scripts, only the given ones. */
export function StudioChoice({ studios: first, query }: StudioChoiceProps) {
  const { t, formatNumber } = useI18n();
  const [typed, setTyped] = useState("");
  const [isUsed, setUsed] = useState(false);
  const [all, setAll] = useState<{ filters: string; studios: readonly NameCount[] } | null>(null);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const chosen = query.studios;
  const filters = listingSearchParams({
    ...query,
    studios: [],
    page: 1,
    perPage: DEFAULT_PER_PAGE,
    order: query.search === null ? "score" : "relevance",
  }).toString();
  useEffect(() => {
    if (!isUsed) return undefined;
    const controller = new AbortController();
    fetch(`${href("/api/studios")}?${filters}`, { signal: controller.signal })
      .then(async (response) => {
        // The given studios remain after a failure.
        if (!response.ok) return;
        setAll({ filters, studios: ((await response.json()) as { data: NameCount[] }).data });
      })
      .catch(() => undefined);
    return () => controller.abort();
  }, [isUsed, filters]);
  const studios = all?.filters === filters ? all.studios : first;
  const wanted = normaliseName(typed);
  const isChosen = (name: string): boolean => chosen.includes(normaliseName(name));
  const isPinned = (name: string): boolean => isChosen(name) || ticked.includes(name);
  const pinned = studios.filter(({ name }) => isPinned(name));
  // Chosen studios without a count stay in the list, so that they can be unticked.
  const missing = chosen
    .filter((name) => !pinned.some((studio) => normaliseName(studio.name) === name))
    .map((name) => ({
      name: first.find((one) => normaliseName(one.name) === name)?.name ?? name,
      count: 0,
    }));
  const matching = studios
    .filter(({ name }) => !isPinned(name) && normaliseName(name).includes(wanted))
    .slice(0, wanted === "" ? FIRST_ROWS : MAX_ROWS);
  return (
    <FieldGroup legend={t("filter.studio")}>
      <TextInput
        type="search"
        value={typed}
        onFocus={() => setUsed(true)}
        onChange={(event) => setTyped(event.target.value)}
        aria-label={t("filter.findStudio")}
        placeholder={t("filter.findStudioHint")}
        autoComplete="off"
        className="needs-js mb-1.5 max-lg:min-h-11 lg:min-h-9"
      />
      {[...pinned, ...missing, ...matching].map(({ name, count }) => (
        <CheckLine
          key={name}
          name={FILTERS.studios.parameter}
          value={name}
          defaultChecked={isChosen(name)}
          label={name}
          note={formatNumber(count)}
          onChange={(event) =>
            setTicked(
              event.currentTarget.checked
                ? [...ticked, name]
                : ticked.filter((other) => other !== name),
            )
          }
        />
      ))}
      {pinned.length + missing.length + matching.length === 0 ? (
        <p className="px-1 py-2 text-sm text-ink-faint">{t("filter.noStudio")}</p>
      ) : null}
    </FieldGroup>
  );
}
