import { SlidersHorizontal } from "lucide-react";
import { useEffect, useRef, type SubmitEvent } from "react";
import { Form, useNavigate } from "react-router";
import type { NameCount } from "~/features/catalog/anime";
import { normaliseName } from "~/features/catalog/term-key";
import { FILTERS, printFilters, type FilterName } from "~/features/listing/filters/filters";
import { formParameters } from "~/features/listing/view/form-parameters";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { CheckLine, ChoiceChip, Field, FieldGroup, Select, TextInput } from "~/ui/forms/field";
import type { ListFacets } from "./list-filters.server";
import { LIST_ORDERS, listPath, MAX_SEARCH_LENGTH, type ListView } from "./list-view";

/** Filters that the unfolded form has controls for; others stay as hidden fields. */
const SHOWN: readonly FilterName[] = [
  "genres",
  "studios",
  "types",
  "statuses",
  "yearMin",
  "yearMax",
  "scoreMin",
  "scoreMax",
];

/**
 * Search, order and filters of My list as one GET form, which works without scripts. The filters
 * are unfolded by a link, so that their counts are read only then.
 */
export function ListFilterForm({
  view,
  facets,
  applied,
}: {
  view: ListView;
  facets: ListFacets | null;
  applied: number;
}) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  // Syncs the controls with the URL after Back or a removed chip, keeping the focus.
  useEffect(() => form.current?.reset(), [view]);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void navigate(formPath(new FormData(event.currentTarget)), { preventScrollReset: true });
  };
  return (
    <Form
      ref={form}
      method="get"
      role="search"
      aria-label={t("list.heading")}
      onSubmit={onSubmit}
      className="mt-4"
    >
      {view.tab === "watching" ? null : <input type="hidden" name="state" value={view.tab} />}
      {view.layout === "rows" ? null : <input type="hidden" name="view" value={view.layout} />}
      <HiddenFilters view={view} isOpen={facets !== null} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:flex">
        <TextInput
          type="search"
          name="q"
          defaultValue={view.search}
          maxLength={MAX_SEARCH_LENGTH}
          aria-label={t("list.find")}
          placeholder={t("list.find")}
          className="min-w-0 sm:max-w-sm"
        />
        <Button type="submit">{t("list.show")}</Button>
        <label className="flex items-center gap-3 text-sm text-ink-soft">
          <span className="shrink-0 sm:sr-only">{t("list.sortBy")}</span>
          <Select
            name="sort"
            defaultValue={view.order}
            options={LIST_ORDERS.map((order) => [order, t(`listOrder.${order}`)])}
            className="sm:w-40"
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          />
        </label>
        <ButtonLink
          to={listPath({ ...view, isOpen: facets === null })}
          preventScrollReset
          aria-expanded={facets !== null}
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          {applied > 0 ? t("filter.openApplied", { count: applied }) : t("filter.open")}
        </ButtonLink>
      </div>
      {facets === null ? null : <Filters view={view} facets={facets} />}
    </Form>
  );
}

function HiddenFilters({ view, isOpen }: { view: ListView; isOpen: boolean }) {
  const parameters = new URLSearchParams();
  printFilters(view.filters, parameters);
  const shown = new Set(SHOWN.map((name) => FILTERS[name].parameter));
  const fields = [...parameters].filter(([name]) => !isOpen || !shown.has(name));
  return (
    <>
      {fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {isOpen ? (
        <input type="hidden" name="filters" value="open" />
      ) : (
        view.tags.map((tag) => <input key={tag} type="hidden" name="tag" value={tag} />)
      )}
    </>
  );
}

function Filters({ view, facets }: { view: ListView; facets: ListFacets }) {
  const { t, label } = useI18n();
  const { filters, tags } = view;
  const isChosen = (chosen: readonly string[]) => (name: string) =>
    chosen.includes(normaliseName(name));
  return (
    <div className="mt-4 space-y-5 rounded-md border border-rule p-4">
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        <Choices
          legend={t("list.ownTags")}
          name="tag"
          choices={withChosen(facets.tags, tags)}
          isChosen={(tag) => tags.includes(tag)}
        />
        <Choices
          legend={t("filter.genres")}
          name={FILTERS.genres.parameter}
          choices={facets.genres}
          isChosen={isChosen(filters.genres)}
          spell={(name) => label("genre", name)}
        />
        <Choices
          legend={t("filter.studio")}
          name={FILTERS.studios.parameter}
          choices={facets.studios}
          isChosen={isChosen(filters.studios)}
        />
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        <Chips
          legend={t("filter.type")}
          name={FILTERS.types.parameter}
          choices={facets.types}
          chosen={filters.types}
          spell={(name) => label("type", name)}
        />
        <Chips
          legend={t("filter.status")}
          name={FILTERS.statuses.parameter}
          choices={facets.statuses}
          chosen={filters.statuses}
          spell={(name) => label("status", name)}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {(
          [
            ["filter.years", "yearMin", "filter.spanFrom"],
            ["filter.years", "yearMax", "filter.spanTo"],
            ["filter.score", "scoreMin", "filter.spanFrom"],
            ["filter.score", "scoreMax", "filter.spanTo"],
          ] as const
        ).map(([span, filter, words]) => (
          <Field key={filter} label={t(words, { span: t(span) })}>
            <TextInput
              name={FILTERS[filter].parameter}
              inputMode="decimal"
              defaultValue={filters[filter] ?? ""}
              placeholder={t("filter.any")}
            />
          </Field>
        ))}
      </div>
      <Button type="submit" weight="primary">
        {t("filter.apply")}
      </Button>
    </div>
  );
}

interface ChoicesProps {
  legend: string;
  name: string;
  choices: readonly NameCount[];
  isChosen: (name: string) => boolean;
  spell?: (name: string) => string;
}

/** Chosen names first, so that they can be unticked without scrolling. */
function Choices({ legend, name, choices, isChosen, spell = (text) => text }: ChoicesProps) {
  const { formatNumber } = useI18n();
  if (choices.length === 0) return null;
  const ordered = [
    ...choices.filter((choice) => isChosen(choice.name)),
    ...choices.filter((choice) => !isChosen(choice.name)),
  ];
  return (
    <FieldGroup legend={legend}>
      <div className="max-h-56 overflow-y-auto rounded-md border border-rule p-1.5">
        {ordered.map((choice) => (
          <CheckLine
            key={choice.name}
            name={name}
            value={choice.name}
            defaultChecked={isChosen(choice.name)}
            label={spell(choice.name)}
            note={formatNumber(choice.count)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

function Chips({
  legend,
  name,
  choices,
  chosen,
  spell,
}: Omit<ChoicesProps, "isChosen"> & {
  chosen: readonly string[];
  spell: (name: string) => string;
}) {
  const { formatNumber } = useI18n();
  return (
    <FieldGroup legend={legend}>
      <div className="flex flex-wrap gap-1.5">
        {withChosen(choices, chosen).map((choice) => (
          <ChoiceChip
            key={choice.name}
            name={name}
            value={choice.name}
            defaultChecked={chosen.includes(choice.name)}
            label={
              <>
                {spell(choice.name)}
                <span className="ml-1.5 text-xs tabular-nums">{formatNumber(choice.count)}</span>
              </>
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}

/** With chosen names that no entry of the tab has. */
function withChosen(choices: readonly NameCount[], chosen: readonly string[]): NameCount[] {
  const missing = chosen.filter((name) => !choices.some((choice) => choice.name === name));
  return [...missing.map((name) => ({ name, count: 0 })), ...choices];
}

/** The list's path for a form, without empty fields and defaults. */
function formPath(form: FormData): string {
  const tags = form.getAll("tag");
  form.delete("tag");
  if (form.get("sort") === "change") form.delete("sort");
  const parameters = formParameters(form);
  for (const tag of tags) if (typeof tag === "string") parameters.append("tag", tag);
  return parameters.size === 0 ? "/list" : `/list?${parameters.toString()}`;
}
