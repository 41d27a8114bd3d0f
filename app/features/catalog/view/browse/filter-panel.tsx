import { SlidersHorizontal, X } from "lucide-react";
import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import type { NameCount } from "~/features/catalog/anime";
import type { ListingQuery } from "~/features/catalog/listing/listing-query";
import { normaliseName } from "~/features/catalog/term-key";
import { AGE_RATING_LABELS, AGE_RATINGS, AIRING_STATUSES, ANIME_TYPES, SEASONS, WEEKDAYS } from "~/features/catalog/vocabulary";
import { Button } from "~/ui/button";
import { CheckLine, ChoiceChip, Field, FieldGroup, Select, TextInput } from "~/ui/forms/field";
import type { BrowseView } from "./browse-path";
import { countInWords } from "~/features/catalog/view/facts";

/** The id of the form, for controls that stand elsewhere on the page. */
export const FILTER_FORM_ID = "filters";

const SCORES = [["", "Any"], ...["9", "8", "7.5", "7", "6", "5"].map((score) => [score, `${score} or more`] as const)] as const;
const DAYS = [["", "Any"], ...WEEKDAYS.map((day) => [day, day] as const)] as const;

/** Opens the filters where they are a sheet. */
export function FilterButton({ applied }: { applied: number }) {
  return (
    <Button popoverTarget={FILTER_FORM_ID} className="lg:hidden">
      <SlidersHorizontal aria-hidden className="size-4" />
      Filters{applied > 0 ? ` (${applied})` : ""}
    </Button>
  );
}

interface FilterPanelProps {
  query: ListingQuery;
  view: BrowseView;
  genres: readonly NameCount[];
  /** Names to suggest while a studio is typed. */
  studios: readonly string[];
  total: number;
  /** Goes to the listing that the form describes. Without scripts the browser does that itself. */
  onApply: (form: HTMLFormElement) => void;
}

/**
 * Every filter of the listing in a form that works by GET. Beside the results on wide screens; on narrow ones a sheet that a native
 * popover opens. Choices apply at once where scripts run, typed words on Enter or by the button.
 */
export function FilterPanel({ query, view, genres, studios, total, onApply }: FilterPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const onChange = (event: ChangeEvent<HTMLFormElement>): void => {
    const control: unknown = event.target;
    const typed = control instanceof HTMLInputElement && !["checkbox", "radio"].includes(control.type);
    if (!typed && form.current !== null) onApply(form.current);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onApply(event.currentTarget);
    if (event.currentTarget.matches(":popover-open")) event.currentTarget.hidePopover();
  };
  const check = (values: readonly (string | number)[], value: string) => ({ value, defaultChecked: values.includes(value) });
  // The address decides: after Back or a removed chip the controls go to what the page was rendered with, without losing the focus.
  useEffect(() => form.current?.reset(), [query]);

  return (
      <form
        ref={form}
        id={FILTER_FORM_ID}
        action="/browse"
        aria-label="Filters"
        popover="auto"
        onChange={onChange}
        onSubmit={onSubmit}
        className="fixed inset-0 m-0 h-full max-h-none w-full max-w-none overflow-y-auto border-0 bg-paper p-5 text-ink lg:static lg:block lg:h-auto lg:w-auto lg:overflow-visible lg:bg-transparent lg:p-0"
      >
        <div className="flex items-center justify-between lg:hidden">
          <h2 className="text-xl">Filters</h2>
          <Button weight="bare" popoverTarget={FILTER_FORM_ID} popoverTargetAction="hide" aria-label="Close the filters">
            <X aria-hidden className="size-5" />
          </Button>
        </div>
        {view === "list" ? <input type="hidden" name="view" value="list" /> : null}
        <div className="space-y-6 pb-24 lg:pb-0">
          <Field label="Title">
            <TextInput key={query.search} type="search" name="search_query" defaultValue={query.search ?? ""} maxLength={256} placeholder="Any language, typos forgiven" />
          </Field>
          <GenreChoice genres={genres} chosen={query.genres} />
          <FieldGroup legend="Type">
            <div className="flex flex-wrap gap-1.5">
              {ANIME_TYPES.map((type) => (
                <ChoiceChip key={type} name="type_filter" label={type} {...check(query.types, type)} />
              ))}
            </div>
          </FieldGroup>
          <FieldGroup legend="Status">
            <div className="flex flex-wrap gap-1.5">
              {AIRING_STATUSES.map((status) => (
                <ChoiceChip key={status} name="status_filter" label={status.replace(" Airing", "").replace("Currently", "Airing")} aria-label={status} {...check(query.statuses, status)} />
              ))}
            </div>
          </FieldGroup>
          <FieldGroup legend="Season">
            <div className="flex flex-wrap gap-1.5">
              {SEASONS.map((season) => (
                <ChoiceChip key={season} name="season_filter" label={season} {...check(query.seasons, season)} />
              ))}
            </div>
          </FieldGroup>
          <div className="grid grid-cols-2 gap-3">
            <Field label="Year">
              <TextInput key={query.years.join()} name="year_filter" inputMode="numeric" defaultValue={query.years.join(", ")} placeholder="Any" />
            </Field>
            <Field label="Score">
              <Select key={query.scoreMin} name="score_filter" defaultValue={query.scoreMin ?? ""} options={withValue(SCORES, query.scoreMin)} />
            </Field>
          </div>
          <FieldGroup legend="Age rating">
            <div className="flex flex-wrap gap-1.5">
              {AGE_RATINGS.filter((code) => code !== "rx" || !query.parentalControl).map((code) => (
                <ChoiceChip key={code} name="rating_filter" label={code.toUpperCase()} aria-label={AGE_RATING_LABELS[code]} {...check(query.ratings, code)} />
              ))}
            </div>
          </FieldGroup>
          <Field label="Studio">
            <TextInput key={query.studios.join()} name="studio_filter" list="studio-names" defaultValue={query.studios.join(", ")} placeholder="Any" autoComplete="off" />
          </Field>
          <datalist id="studio-names">
            {studios.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Field label="Broadcast on">
            <Select key={query.weekdays.join()} name="aired_day_filter" defaultValue={query.weekdays[0] ?? ""} options={DAYS} />
          </Field>
          <MoreFilters query={query} />
        </div>
        <div className="fixed inset-x-0 bottom-0 border-t border-rule bg-paper p-4 lg:sticky lg:mt-6 lg:border-0 lg:px-0">
          <Button type="submit" weight="primary" className="w-full">
            <span className="lg:hidden">Show {countInWords(total)} titles</span>
            <span className="hidden lg:inline">Apply</span>
          </Button>
        </div>
      </form>
  );
}

function GenreChoice({ genres, chosen }: { genres: readonly NameCount[]; chosen: readonly string[] }) {
  const [wanted, setWanted] = useState("");
  const matches = (name: string): boolean => normaliseName(name).includes(normaliseName(wanted));
  return (
    <FieldGroup legend="Genres">
      <TextInput type="search" value={wanted} onChange={(event) => setWanted(event.target.value)} aria-label="Find a genre in the list" placeholder="Find in the list" className="needs-js mb-1.5 max-lg:min-h-11 lg:min-h-9" />
      <div className="max-h-64 overflow-y-auto rounded-md border border-rule p-1.5">
        {genres.map(({ name, count }) => {
          const checked = chosen.includes(normaliseName(name));
          return (
            <div key={name} hidden={!checked && !matches(name)}>
              <CheckLine name="genre_filter" value={name} defaultChecked={checked} label={name} note={countInWords(count)} />
            </div>
          );
        })}
      </div>
    </FieldGroup>
  );
}

function MoreFilters({ query }: { query: ListingQuery }) {
  const texts = [
    ["genre_exclude", "Genres to leave out", query.excludedGenres],
    ["theme_filter", "Themes", query.themes],
    ["source_filter", "Made from", query.sources],
    ["producer_filter", "Producers", query.producers],
  ] as const;
  const spans = [
    ["Years", [["year_min", "from", query.yearMin], ["year_max", "to", query.yearMax]]],
    ["Episodes", [["episodes_min", "from", query.episodesMin], ["episodes_max", "to", query.episodesMax]]],
  ] as const;
  const used = texts.some(([, , values]) => values.length > 0) || spans.some(([, ends]) => ends.some(([, , value]) => value !== null)) || query.withBanner || query.scoreMax !== null;
  return (
    <details open={used} className="group/more rounded-md border border-rule">
      <summary className="flex min-h-11 list-none items-center px-3 text-sm font-medium text-ink-soft hover:text-ink">More filters</summary>
      <div className="space-y-4 px-3 pb-4">
        {texts.map(([name, label, values]) => (
          <Field key={name} label={label}>
            <TextInput key={values.join()} name={name} defaultValue={values.join(", ")} placeholder="Names, separated by commas" />
          </Field>
        ))}
        {spans.map(([legend, ends]) => (
          <FieldGroup key={legend} legend={legend}>
            <div className="grid grid-cols-2 gap-3">
              {ends.map(([name, end, value]) => (
                <TextInput key={`${name}${value ?? ""}`} name={name} inputMode="numeric" defaultValue={value ?? ""} placeholder={end} aria-label={`${legend} ${end}`} />
              ))}
            </div>
          </FieldGroup>
        ))}
        <Field label="Score at most">
          <TextInput key={query.scoreMax} name="score_max" inputMode="decimal" defaultValue={query.scoreMax ?? ""} placeholder="10" />
        </Field>
        <CheckLine name="banners_filter" value="true" defaultChecked={query.withBanner} label="With a banner picture only" />
      </div>
    </details>
  );
}

/** The choices, and the query's own value where it is none of them. */
function withValue(options: readonly (readonly [string, string])[], value: number | null): readonly (readonly [string, string])[] {
  const text = value === null ? "" : String(value);
  return options.some(([known]) => known === text) ? options : [...options, [text, `${text} or more`]];
}
