import { useState } from "react";
import type { NameCount } from "~/features/catalog/anime";
import { normaliseName } from "~/features/catalog/term-key";
import { useWords } from "~/language/words-context";
import { classNames } from "~/ui/class-names";
import { CheckLine, FieldGroup, TextInput } from "~/ui/forms/field";

interface GenreChoiceProps {
  genres: readonly NameCount[];
  chosen: readonly string[];
  /** Those that no shown title may have. */
  excluded: readonly string[];
}

/** Genres to ask for and to leave out, found by typing; `-` before what is typed turns to leaving out. Every line works without scripts. */
export function GenreChoice({ genres, chosen, excluded }: GenreChoiceProps) {
  const { t, label, number } = useWords();
  const [typed, setTyped] = useState("");
  const leavesOut = typed.trimStart().startsWith("-");
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
          const isOut = excluded.includes(normaliseName(name));
          const spelled = label("genre", name);
          return (
            <div
              key={name}
              hidden={!isChosen && !isOut && !matches(name)}
              className="flex items-center gap-1"
            >
              <div className={classNames("min-w-0 grow", leavesOut && !isChosen && "hidden")}>
                <CheckLine
                  name="genre_filter"
                  value={name}
                  defaultChecked={isChosen}
                  label={spelled}
                  note={number(count)}
                />
              </div>
              {leavesOut && !isChosen ? <span className="grow px-1 text-sm">{spelled}</span> : null}
              <label className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-ink-faint hover:bg-sunken hover:text-ink has-checked:text-caution md:size-8">
                <input
                  type="checkbox"
                  name="genre_exclude"
                  value={name}
                  defaultChecked={isOut}
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
  /** The most frequent ones, and those that are chosen. */
  studios: readonly NameCount[];
  chosen: readonly string[];
  parentalControl: boolean;
}

/** Lines shown at once: more than a person reads, and few enough for a quick page. */
const MOST_LINES = 12;

/** Studios to ask for, found by typing among all of them. Without scripts the most frequent ones are there to tick. */
export function StudioChoice({ studios: first, chosen, parentalControl }: StudioChoiceProps) {
  const { t, number } = useWords();
  const [typed, setTyped] = useState("");
  const [all, setAll] = useState<readonly NameCount[] | null>(null);
  // A line that was just ticked stays while its results are on their way, whatever is typed meanwhile.
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const studios = all ?? first;
  const loadAll = (): void => {
    if (all !== null) return;
    // Those that are there already do where the rest cannot be had.
    fetch(`/api/studios?parental_control=${String(parentalControl)}`)
      .then(async (response) =>
        response.ok ? setAll(((await response.json()) as { data: NameCount[] }).data) : undefined,
      )
      .catch(() => undefined);
  };
  const wanted = normaliseName(typed);
  const isChosen = (name: string): boolean => chosen.includes(normaliseName(name));
  const stays = (name: string): boolean => isChosen(name) || ticked.includes(name);
  const known = studios.filter(({ name }) => stays(name));
  // A studio that no title has any more stays tickable, so that it can be taken away.
  const unknown = chosen
    .filter((name) => !known.some((studio) => normaliseName(studio.name) === name))
    .map((name) => ({ name, count: 0 }));
  const found = studios
    .filter(({ name }) => !stays(name) && normaliseName(name).includes(wanted))
    .slice(0, MOST_LINES);
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
        {[...known, ...unknown, ...found].map(({ name, count }) => (
          <CheckLine
            key={name}
            name="studio_filter"
            value={name}
            defaultChecked={isChosen(name)}
            label={name}
            note={number(count)}
            onChange={(event) =>
              setTicked(
                event.currentTarget.checked
                  ? [...ticked, name]
                  : ticked.filter((other) => other !== name),
              )
            }
          />
        ))}
        {known.length + unknown.length + found.length === 0 ? (
          <p className="px-1 py-2 text-sm text-ink-faint">{t("filter.noStudio")}</p>
        ) : null}
      </div>
    </FieldGroup>
  );
}
