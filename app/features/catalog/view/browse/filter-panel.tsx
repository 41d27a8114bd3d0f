import { SlidersHorizontal, X } from "lucide-react";
import { type ChangeEvent, type SubmitEvent, useEffect, useRef } from "react";
import type { NameCount } from "~/features/catalog/anime";
import type { ListingQuery } from "~/features/catalog/listing/listing-query";
import {
  AGE_RATING_LABELS,
  AGE_RATINGS,
  AIRING_STATUSES,
  ANIME_TYPES,
  SEASONS,
  WEEKDAYS,
} from "~/features/catalog/vocabulary";
import type { Words } from "~/language/words";
import { useWords } from "~/language/words-context";
import { Button } from "~/ui/button";
import { CheckLine, ChoiceChip, Field, FieldGroup, Select, TextInput } from "~/ui/forms/field";
import type { BrowseView } from "./browse-path";
import type { FacetCounts } from "./facet-counts";
import { GenreChoice, StudioChoice } from "./name-choices";

/** The id of the form, for controls that stand elsewhere on the page. */
export const FILTER_FORM_ID = "filters";

const SCORES = [9, 8, 7.5, 7, 6, 5] as const;

/** Opens the filters where they are a sheet. */
export function FilterButton({ applied }: { applied: number }) {
  const { t } = useWords();
  return (
    <Button popoverTarget={FILTER_FORM_ID} className="lg:hidden">
      <SlidersHorizontal aria-hidden className="size-4" />
      {applied > 0 ? t("filter.openApplied", { count: applied }) : t("filter.open")}
    </Button>
  );
}

interface FilterPanelProps {
  query: ListingQuery;
  view: BrowseView;
  genres: readonly NameCount[];
  /** The most frequent ones, and those of the query. */
  studios: readonly NameCount[];
  facets: FacetCounts;
  total: number;
  /** Another listing is on its way. */
  busy: boolean;
  /** Goes to the listing that the form describes. Without scripts the browser does that itself. */
  onApply: (form: HTMLFormElement) => void;
}

/**
 * Every filter of the listing in a form that works by GET. Beside the results on wide screens; on narrow ones a sheet that a native
 * popover opens. Choices apply at once where scripts run, typed words on Enter or by the button.
 */
export function FilterPanel({
  query,
  view,
  genres,
  studios,
  facets,
  total,
  busy,
  onApply,
}: FilterPanelProps) {
  const words = useWords();
  const { t, label } = words;
  const form = useRef<HTMLFormElement>(null);
  const onChange = (event: ChangeEvent<HTMLFormElement>): void => {
    const control: unknown = event.target;
    const typed =
      control instanceof HTMLInputElement && !["checkbox", "radio"].includes(control.type);
    if (!typed && form.current !== null) onApply(form.current);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onApply(event.currentTarget);
    if (event.currentTarget.matches(":popover-open")) event.currentTarget.hidePopover();
  };
  const check = (values: readonly (string | number)[], value: string) => ({
    value,
    defaultChecked: values.includes(value),
  });
  // The address decides: after Back or a removed chip the controls go to what the page was rendered with, without losing the focus. Not while
  // the next listing is on its way: that would take back what was chosen meanwhile.
  useEffect(() => {
    if (!busy) form.current?.reset();
  }, [query, busy]);

  return (
    <form
      ref={form}
      id={FILTER_FORM_ID}
      action="/browse"
      aria-label={t("filter.open")}
      popover="auto"
      onChange={onChange}
      onSubmit={onSubmit}
      className="fixed inset-0 m-0 h-full max-h-none w-full max-w-none overflow-y-auto border-0 bg-paper p-5 text-ink lg:static lg:block lg:h-auto lg:w-auto lg:overflow-visible lg:bg-transparent lg:p-0"
    >
      <div className="mb-3 flex items-center justify-between lg:hidden">
        <h2 className="text-xl">{t("filter.open")}</h2>
        <Button
          weight="bare"
          popoverTarget={FILTER_FORM_ID}
          popoverTargetAction="hide"
          aria-label={t("filter.close")}
        >
          <X aria-hidden className="size-5" />
        </Button>
      </div>
      {view === "list" ? <input type="hidden" name="view" value="list" /> : null}
      <div className="space-y-6 pb-24 lg:pb-0">
        <Field label={t("filter.title")}>
          <TextInput
            key={query.search}
            type="search"
            name="search_query"
            defaultValue={query.search ?? ""}
            maxLength={256}
            placeholder={t("filter.titleHint")}
          />
        </Field>
        <GenreChoice genres={genres} chosen={query.genres} excluded={query.excludedGenres} />
        <StudioChoice
          studios={studios}
          chosen={query.studios}
          parentalControl={query.parentalControl}
        />
        <FieldGroup legend={t("filter.type")}>
          <div className="flex flex-wrap gap-1.5">
            {ANIME_TYPES.map((type) => (
              <ChoiceChip
                key={type}
                name="type_filter"
                label={<Counted words={label("type", type)} count={facets.types[type]} />}
                {...check(query.types, type)}
              />
            ))}
          </div>
        </FieldGroup>
        <FieldGroup legend={t("filter.status")}>
          <div className="flex flex-wrap gap-1.5">
            {AIRING_STATUSES.map((status) => (
              <ChoiceChip
                key={status}
                name="status_filter"
                label={
                  <Counted words={label("statusShort", status)} count={facets.statuses[status]} />
                }
                aria-label={label("status", status)}
                {...check(query.statuses, status)}
              />
            ))}
          </div>
        </FieldGroup>
        <FieldGroup legend={t("filter.season")}>
          <div className="flex flex-wrap gap-1.5">
            {SEASONS.map((season) => (
              <ChoiceChip
                key={season}
                name="season_filter"
                label={<Counted words={label("season", season)} count={facets.seasons[season]} />}
                {...check(query.seasons, season)}
              />
            ))}
          </div>
        </FieldGroup>
        <div className="grid grid-cols-2 gap-3">
          <Field label={t("filter.year")}>
            <TextInput
              key={query.years.join()}
              name="year_filter"
              inputMode="numeric"
              defaultValue={query.years.join(", ")}
              placeholder={t("filter.any")}
            />
          </Field>
          <Field label={t("filter.score")}>
            <Select
              key={query.scoreMin}
              name="score_filter"
              defaultValue={query.scoreMin ?? ""}
              options={scoreChoices(words, query.scoreMin)}
            />
          </Field>
        </div>
        <FieldGroup legend={t("filter.ageRating")}>
          <div className="flex flex-wrap gap-1.5">
            {AGE_RATINGS.filter((code) => code !== "rx" || !query.parentalControl).map((code) => (
              <ChoiceChip
                key={code}
                name="rating_filter"
                label={code.toUpperCase()}
                aria-label={label("rating", AGE_RATING_LABELS[code])}
                {...check(query.ratings, code)}
              />
            ))}
          </div>
        </FieldGroup>
        <MoreFilters query={query} />
      </div>
      <div className="fixed inset-x-0 bottom-0 border-t border-rule bg-paper p-4 lg:sticky lg:mt-2 lg:border-0 lg:px-0 lg:[html[data-js]_&]:static">
        <Button type="submit" weight="primary" className="w-full">
          <span className="lg:hidden">{t("filter.show", { count: total })}</span>
          <span className="hidden lg:inline">{t("filter.apply")}</span>
        </Button>
      </div>
    </form>
  );
}

/** A choice with the number of titles that it would show; none is left unsaid. */
function Counted({ words, count = 0 }: { words: string; count?: number | undefined }) {
  const { number } = useWords();
  return (
    <>
      {words}
      {count === 0 ? null : (
        <span aria-hidden className="ml-1.5 text-xs tabular-nums">
          {number(count)}
        </span>
      )}
    </>
  );
}

function MoreFilters({ query }: { query: ListingQuery }) {
  const { t, label } = useWords();
  const texts = [
    ["theme_filter", t("filter.themes"), query.themes],
    ["source_filter", t("filter.madeFrom"), query.sources],
    ["producer_filter", t("filter.producers"), query.producers],
  ] as const;
  const spans = [
    [
      t("filter.years"),
      [
        ["year_min", "filter.from", "filter.spanFrom", query.yearMin],
        ["year_max", "filter.to", "filter.spanTo", query.yearMax],
      ],
    ],
    [
      t("filter.episodes"),
      [
        ["episodes_min", "filter.from", "filter.spanFrom", query.episodesMin],
        ["episodes_max", "filter.to", "filter.spanTo", query.episodesMax],
      ],
    ],
  ] as const;
  const used =
    query.weekdays.length > 0 ||
    texts.some(([, , values]) => values.length > 0) ||
    spans.some(([, ends]) => ends.some(([, , , value]) => value !== null)) ||
    query.withBanner ||
    query.scoreMax !== null;
  return (
    <details open={used} className="group/more rounded-md border border-rule">
      <summary className="unfolds flex min-h-11 list-none items-center justify-between px-3 text-sm font-medium text-ink-soft hover:text-ink">
        {t("filter.more")}
      </summary>
      <div className="space-y-4 px-3 pb-4">
        <Field label={t("filter.broadcastOn")}>
          <Select
            key={query.weekdays.join()}
            name="aired_day_filter"
            defaultValue={query.weekdays[0] ?? ""}
            options={[
              ["", t("filter.any")],
              ...WEEKDAYS.map((day) => [day, label("weekday", day)] as const),
            ]}
          />
        </Field>
        {texts.map(([name, what, values]) => (
          <Field key={name} label={what}>
            <TextInput
              key={values.join()}
              name={name}
              defaultValue={values.join(", ")}
              placeholder={t("filter.names")}
            />
          </Field>
        ))}
        {spans.map(([legend, ends]) => (
          <FieldGroup key={legend} legend={legend}>
            <div className="grid grid-cols-2 gap-3">
              {ends.map(([name, end, whole, value]) => (
                <TextInput
                  key={`${name}${value ?? ""}`}
                  name={name}
                  inputMode="numeric"
                  defaultValue={value ?? ""}
                  placeholder={t(end)}
                  aria-label={t(whole, { span: legend })}
                />
              ))}
            </div>
          </FieldGroup>
        ))}
        <Field label={t("filter.scoreAtMost")}>
          <TextInput
            key={query.scoreMax}
            name="score_max"
            inputMode="decimal"
            defaultValue={query.scoreMax ?? ""}
            placeholder="10"
          />
        </Field>
        <CheckLine
          name="banners_filter"
          value="true"
          defaultChecked={query.withBanner}
          label={t("filter.bannerOnly")}
        />
      </div>
    </details>
  );
}

/** The lowest scores to choose from, and the query's own where it is none of them. */
function scoreChoices({ t, number }: Words, chosen: number | null): (readonly [string, string])[] {
  const scores =
    chosen === null || SCORES.some((score) => score === chosen) ? SCORES : [...SCORES, chosen];
  return [
    ["", t("filter.any")],
    ...scores.map(
      (score) => [String(score), t("filter.orMore", { score: number(score) })] as const,
    ),
  ];
}
