import { useState } from "react";
import type { NameCount } from "~/features/catalog/anime";
import { normaliseName } from "~/features/catalog/term-key";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
import { CheckLine, FieldGroup } from "~/ui/forms/field";
import { TextInput } from "~/ui/forms/text-input";
import { FILTERS } from "~/features/listing/filters/filters";

interface GenreChoiceProps {
  genres: readonly NameCount[];
  chosen: readonly string[];
  excluded: readonly string[];
}

/** A leading `-` excludes, also without scripts. */
export function GenreChoice({ genres, chosen, excluded }: GenreChoiceProps) {
  const { t, label, formatNumber } = useI18n();
  const [typed, setTyped] = useState("");
  const isExcluding = typed.trimStart().startsWith("-");
  const wanted = normaliseName(typed.trimStart().replace(/^-/, ""));
  const matches = (name: string): boolean =>
    [name, label("genre", name)].some((spelled) => normaliseName(spelled).includes(wanted));
  return (
    <FieldGroup legend={t("filter.genres")}>
      <TextInput
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        aria-label={t("filter.findGenre")}
        placeholder={t("filter.findGenreHint")}
        className="needs-js mb-1.5 max-lg:min-h-11 lg:min-h-9"
      />
      <div className="max-h-64 overflow-y-auto rounded-md border border-rule p-1.5">
        {genres.map(({ name, count }) => {
          const isChosen = chosen.includes(normaliseName(name));
          const isExcluded = excluded.includes(normaliseName(name));
          const spelled = label("genre", name);
          return (
            <div
              key={name}
              hidden={!isChosen && !isExcluded && !matches(name)}
              className="flex items-center gap-1"
            >
              <div className={classNames("min-w-0 grow", isExcluding && !isChosen && "hidden")}>
                <CheckLine
                  name={FILTERS.genres.parameter}
                  value={name}
                  defaultChecked={isChosen}
                  label={spelled}
                  note={formatNumber(count)}
                />
              </div>
              {isExcluding && !isChosen ? (
                <span className="grow px-1 text-sm">{spelled}</span>
              ) : null}
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
                  className="pointer-events-none inline-flex size-5 items-center justify-center rounded-sm border border-transparent text-base leading-none font-bold peer-checked:border-current"
                >
                  −
                </span>
              </label>
            </div>
          );
        })}
      </div>
    </FieldGroup>
  );
}

interface StudioChoiceProps {
  studios: readonly NameCount[];
  chosen: readonly string[];
  parentalControl: boolean;
}

const MAX_ROWS = 12;

/** Without scripts, only the given ones. */
export function StudioChoice({ studios: first, chosen, parentalControl }: StudioChoiceProps) {
  const { t, formatNumber } = useI18n();
  const [typed, setTyped] = useState("");
  const [all, setAll] = useState<readonly NameCount[] | null>(null);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const studios = all ?? first;
  const loadAll = (): void => {
    if (all !== null) return;
    // Then the given ones remain.
    fetch(`/api/studios?parental_control=${String(parentalControl)}`)
      .then(async (response) =>
        response.ok ? setAll(((await response.json()) as { data: NameCount[] }).data) : undefined,
      )
      .catch(() => undefined);
  };
  const wanted = normaliseName(typed);
  const isChosen = (name: string): boolean => chosen.includes(normaliseName(name));
  const isPinned = (name: string): boolean => isChosen(name) || ticked.includes(name);
  const pinned = studios.filter(({ name }) => isPinned(name));
  // To be unticked.
  const missing = chosen
    .filter((name) => !pinned.some((studio) => normaliseName(studio.name) === name))
    .map((name) => ({ name, count: 0 }));
  const matching = studios
    .filter(({ name }) => !isPinned(name) && normaliseName(name).includes(wanted))
    .slice(0, MAX_ROWS);
  return (
    <FieldGroup legend={t("filter.studio")}>
      <TextInput
        type="search"
        value={typed}
        onFocus={loadAll}
        onChange={(event) => setTyped(event.target.value)}
        aria-label={t("filter.findStudio")}
        placeholder={t("filter.findInList")}
        autoComplete="off"
        className="needs-js mb-1.5 max-lg:min-h-11 lg:min-h-9"
      />
      <div className="max-h-48 overflow-y-auto rounded-md border border-rule p-1.5">
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
      </div>
    </FieldGroup>
  );
}
