import { href } from "react-router";
import {
  type ChangeEvent,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import type { NameCount } from "~/features/catalog/anime";
import {
  AGE_RATING_LABELS,
  AGE_RATINGS,
  AIRING_STATUSES,
  ANIME_TYPES,
  SEASONS,
  WEEKDAYS,
} from "~/features/catalog/vocabulary";
import type { I18n } from "~/i18n/i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { CheckLine, ChoiceChip, Field, FieldGroup } from "~/ui/forms/field";
import { resetForm } from "~/ui/forms/reset-form";
import { SubmitSelect } from "~/ui/forms/submit-select";
import { TextInput } from "~/ui/forms/text-input";
import { icon } from "~/ui/icons";
import { activeFilters, FILTERS, type FilterName } from "~/features/listing/filters/filters";
import { HIDE_KINDS } from "~/features/listing/hidden/hide-choices";
import type { ListingQuery } from "~/features/listing/listing-query";
import type { BrowseView } from "./browse-path";
import { ClipChoice } from "./clip-choice";
import type { FacetCounts } from "./facet-counts";
import { GenreChoice, StudioChoice } from "./name-choices";

/** Controls outside of the form refer to it by this id. */
export const FILTER_FORM_ID = "filters";

const SCORES = [9, 8, 7.5, 7, 6, 5] as const;

const NAME_FILTERS = [
  ["themes", "filter.themes"],
  ["tags", "filter.tags"],
  ["sources", "filter.madeFrom"],
  ["producers", "filter.producers"],
] as const;
const RANGE_FILTERS = [
  ["filter.years", "yearMin", "yearMax"],
  ["filter.episodes", "episodesMin", "episodesMax"],
  ["filter.duration", "durationMin", "durationMax"],
] as const;
const MORE_FILTERS: readonly FilterName[] = [
  "weekdays",
  "withBanner",
  "scoreMax",
  ...NAME_FILTERS.map(([filter]) => filter),
  ...RANGE_FILTERS.flatMap(([, ...bounds]) => bounds),
];

export function FilterButton({ applied }: { applied: number }) {
  const { t } = useI18n();
  return (
    <Button popoverTarget={FILTER_FORM_ID} className="lg:hidden">
      {icon("sliders")}
      {applied > 0 ? t("filter.openApplied", { count: applied }) : t("filter.open")}
    </Button>
  );
}

interface FilterPanelProps {
  query: ListingQuery;
  /** What the user hides here; null for visitors. */
  hiding: { hasDefault: boolean } | null;
  view: BrowseView;
  genres: readonly NameCount[];
  /** Names of the genres that are shown first. */
  mainGenres: readonly string[];
  studios: readonly NameCount[];
  /** Codes of the ratings that can be chosen. */
  ratings: readonly string[];
  facets: FacetCounts;
  total: number;
  busy: boolean;
  /** Called when choices change; without scripts, the browser submits the form. */
  onApply: (form: HTMLFormElement) => void;
}

/** A GET form. With scripts choices apply at once. */
export function FilterPanel({
  query,
  hiding,
  view,
  genres,
  mainGenres,
  studios,
  ratings,
  facets,
  total,
  busy,
  onApply,
}: FilterPanelProps) {
  const { t, label } = useI18n();
  const handlers = useFilterForm({ query, busy, onApply });

  return (
    <form
      {...handlers}
      id={FILTER_FORM_ID}
      action={href("/browse")}
      aria-label={t("filter.open")}
      popover="auto"
      // Ticks before hydration are the user's, not restored ones.
      autoComplete="off"
      className="fixed inset-0 m-0 h-full max-h-none w-full max-w-none overflow-y-auto border-0 bg-paper p-5 text-ink lg:static lg:block lg:h-auto lg:w-auto lg:overflow-visible lg:bg-transparent lg:p-0"
    >
      <PanelHeading />
      {query.search === null ? null : (
        <input type="hidden" name={FILTERS.search.parameter} value={query.search} />
      )}
      {view === "list" ? <input type="hidden" name="view" value="list" /> : null}
      <div className="space-y-5 pb-24 lg:space-y-4 lg:pb-0">
        <GenreChoice
          genres={genres}
          main={mainGenres}
          chosen={[...query.genres, ...query.allGenres]}
          isAny={query.genres.length > 1}
          excluded={query.excludedGenres}
        />
        <ChoiceGroup
          filter="types"
          legend={t("filter.type")}
          query={query}
          choices={ANIME_TYPES.map((type) => ({
            value: type,
            text: label("type", type),
            count: facets.types[type],
          }))}
        />
        <ChoiceGroup
          filter="statuses"
          legend={t("filter.status")}
          query={query}
          choices={AIRING_STATUSES.map((status) => ({
            value: status,
            text: label("statusShort", status),
            name: label("status", status),
            count: facets.statuses[status],
          }))}
        />
        <ChoiceGroup
          filter="seasons"
          legend={t("filter.season")}
          query={query}
          choices={SEASONS.map((season) => ({
            value: season,
            text: label("season", season),
            count: facets.seasons[season],
          }))}
        />
        <YearAndScore query={query} />
        <StudioChoice studios={studios} query={query} />
        <ChoiceGroup
          filter="ratings"
          legend={t("filter.ageRating")}
          query={query}
          choices={AGE_RATINGS.filter((code) => ratings.includes(code)).map((code) => ({
            value: code,
            text: code.toUpperCase(),
            name: label("rating", AGE_RATING_LABELS[code]),
          }))}
        />
        {hiding === null ? null : <HideChoices chosen={query.hide} {...hiding} />}
        <ClipChoice query={query} />
        <CheckLine
          name={FILTERS.playable.parameter}
          value={String(query.playable ?? true)}
          defaultChecked={query.playable !== null}
          label={t(query.playable === false ? "applied.unplayable" : "applied.playable")}
        />
        <CheckLine
          name={FILTERS.collapsed.parameter}
          value="collapse"
          defaultChecked={query.collapsed}
          label={t("filter.collapsed")}
        />
        <MoreFilters query={query} />
      </div>
      <div className="fixed inset-x-0 bottom-0 border-t border-rule bg-paper p-4 lg:sticky lg:mt-2 lg:border-0 lg:px-0 lg:[@media_not_(scripting:none)]:static">
        <Button type="submit" weight="primary" className="w-full">
          <span className="lg:hidden">
            {t(query.collapsed ? "filter.showFranchises" : "filter.show", { count: total })}
          </span>
          <span className="hidden lg:inline">{t("ui.show")}</span>
        </Button>
      </div>
    </form>
  );
}

type FormHandling = Pick<FilterPanelProps, "query" | "busy" | "onApply">;

/** Applies ticks at once and the rest on submission, and keeps the form as its listing is. */
function useFilterForm({ query, busy, onApply }: FormHandling) {
  const form = useRef<HTMLFormElement>(null);
  const onChange = (event: ChangeEvent<HTMLFormElement>): void => {
    const control: unknown = event.target;
    const isTicked =
      control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
    if (isTicked && form.current !== null) onApply(form.current);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onApply(event.currentTarget);
    const { submitter } = event.nativeEvent;
    if (submitter !== null && event.currentTarget.matches(":popover-open"))
      event.currentTarget.hidePopover();
  };
  const isMounted = useRef(false);
  // Resets the form after Back or a removed chip, and keeps the focus. It waits while loading,
  // which would undo choices, and precedes painting, after which the next choice may have been
  // made.
  useLayoutEffect(() => {
    if (isMounted.current && !busy && form.current !== null) resetForm(form.current);
    isMounted.current = true;
  }, [query, busy]);
  const applyEarlyTicks = useEffectEvent(() => {
    if (form.current !== null && hasNewTicks(form.current)) onApply(form.current);
  });
  useEffect(() => applyEarlyTicks(), []);
  return { ref: form, onChange, onSubmit };
}

/** Names and closes the panel on screens that it covers. */
function PanelHeading() {
  const { t } = useI18n();
  return (
    <div className="mb-3 flex items-center justify-between lg:hidden">
      <h2 className="text-xl">{t("filter.open")}</h2>
      <Button
        weight="bare"
        popoverTarget={FILTER_FORM_ID}
        popoverTargetAction="hide"
        aria-label={t("filter.close")}
      >
        {icon("cross", "before:size-5")}
      </Button>
    </div>
  );
}

function YearAndScore({ query }: Pick<FilterPanelProps, "query">) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t("filter.year")}>
        <TextInput
          name={FILTERS.years.parameter}
          inputMode="numeric"
          defaultValue={query.years.join(", ")}
          placeholder={t("filter.any")}
        />
      </Field>
      <Field label={t("filter.score")}>
        <SubmitSelect
          name={FILTERS.scoreMin.parameter}
          defaultValue={query.scoreMin ?? ""}
          options={scoreChoices(i18n, query.scoreMin)}
        />
      </Field>
    </div>
  );
}

function hasNewTicks(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (control) => control instanceof HTMLInputElement && control.checked !== control.defaultChecked,
  );
}

function HideChoices({
  chosen,
  hasDefault,
}: {
  chosen: ListingQuery["hide"];
  hasDefault: boolean;
}) {
  const { t } = useI18n();
  const name = FILTERS.hide.parameter;
  return (
    <FieldGroup legend={t("hide.hide")}>
      {/* The empty choice has a value, or the default would apply. */}
      {hasDefault ? <input type="hidden" name={name} value="none" /> : null}
      <div className="flex flex-wrap gap-1.5">
        {HIDE_KINDS.map((kind) => (
          <ChoiceChip
            key={kind}
            name={name}
            value={kind}
            label={t(`hide.kind.${kind}`)}
            defaultChecked={chosen.includes(kind)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

interface ChoiceGroupProps {
  filter: "types" | "statuses" | "seasons" | "ratings";
  legend: string;
  query: ListingQuery;
  choices: readonly {
    value: string;
    text: string;
    name?: string;
    count?: number | undefined;
  }[];
}

function ChoiceGroup({ filter, legend, query, choices }: ChoiceGroupProps) {
  const chosen: readonly string[] = query[filter];
  return (
    <FieldGroup legend={legend}>
      <div className="flex flex-wrap gap-1.5 lg:[&>label>span]:min-h-8 lg:[&>label>span]:px-2.5">
        {choices.map(({ value, text, name, count }) => (
          <ChoiceChip
            key={value}
            name={FILTERS[filter].parameter}
            value={value}
            label={<Counted text={text} count={count} />}
            aria-label={name}
            defaultChecked={chosen.includes(value)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

function Counted({ text, count = 0 }: { text: string; count?: number | undefined }) {
  const { formatNumber } = useI18n();
  return (
    <>
      {text}
      {count === 0 ? null : (
        <span aria-hidden className="ml-1.5 text-xs tabular-nums">
          {formatNumber(count)}
        </span>
      )}
    </>
  );
}

function MoreFilters({ query }: { query: ListingQuery }) {
  const { t, label } = useI18n();
  const isUsed = MORE_FILTERS.some((filter) => activeFilters(query).includes(filter));
  return (
    <details open={isUsed} className="group/more rounded-md border border-rule">
      <summary className="unfolds flex min-h-11 list-none items-center justify-between px-3 text-sm font-medium text-ink-soft hover:text-ink">
        {t("filter.more")}
      </summary>
      <div className="space-y-4 px-3 pb-4">
        <Field label={t("filter.broadcastOn")}>
          <SubmitSelect
            name={FILTERS.weekdays.parameter}
            defaultValue={query.weekdays[0] ?? ""}
            options={[
              ["", t("filter.any")],
              ...WEEKDAYS.map((day) => [day, label("weekday", day)] as const),
            ]}
          />
        </Field>
        {NAME_FILTERS.map(([filter, message]) => (
          <Field key={filter} label={t(message)}>
            <TextInput
              name={FILTERS[filter].parameter}
              list={`${filter}-names`}
              defaultValue={query[filter].join(", ")}
              onFocus={({ currentTarget }) =>
                void import("./complete-names").then(({ completeNames }) =>
                  completeNames(currentTarget, filter),
                )
              }
              autoComplete="off"
              placeholder={t("filter.names")}
            />
            {/* Scripts fill it, once the field is entered. */}
            <datalist id={`${filter}-names`} />
          </Field>
        ))}
        {RANGE_FILTERS.map(([message, min, max]) => (
          <FieldGroup key={message} legend={t(message)}>
            <div className="grid grid-cols-2 gap-3">
              {([min, max] as const).map((filter) => (
                <TextInput
                  key={filter}
                  name={FILTERS[filter].parameter}
                  inputMode="numeric"
                  defaultValue={query[filter] ?? ""}
                  placeholder={t(filter === min ? "filter.from" : "filter.to")}
                  aria-label={t(filter === min ? "filter.spanFrom" : "filter.spanTo", {
                    span: t(message),
                  })}
                />
              ))}
            </div>
          </FieldGroup>
        ))}
        <Field label={t("filter.scoreAtMost")}>
          <TextInput
            name={FILTERS.scoreMax.parameter}
            inputMode="decimal"
            defaultValue={query.scoreMax ?? ""}
            placeholder="10"
          />
        </Field>
        <CheckLine
          name={FILTERS.withBanner.parameter}
          value="true"
          defaultChecked={query.withBanner}
          label={t("filter.bannerOnly")}
        />
      </div>
    </details>
  );
}

function scoreChoices(
  { t, formatNumber }: I18n,
  chosen: number | null,
): (readonly [string, string])[] {
  const scores =
    chosen === null || SCORES.some((score) => score === chosen) ? SCORES : [...SCORES, chosen];
  return [
    ["", t("filter.any")],
    ...scores.map(
      (score) => [String(score), t("filter.orMore", { score: formatNumber(score) })] as const,
    ),
  ];
}
