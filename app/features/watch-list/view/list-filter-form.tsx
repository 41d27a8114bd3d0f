import { useEffect, useRef, type InputEvent, type SubmitEvent } from "react";
import { Form, useNavigate, href } from "react-router";
import type { ScoreScale } from "~/features/catalog/score-scale";
import { FILTERS, printFilters, type FilterName } from "~/features/listing/filters/filters";
import { formParameters } from "~/features/listing/view/form-parameters";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { resetForm } from "~/ui/forms/reset-form";
import { SubmitSelect, SubmitWithoutScript } from "~/ui/forms/submit-select";
import { lazyPart } from "~/ui/lazy-part";
import { TextInput } from "~/ui/forms/text-input";
import { icon } from "~/ui/icons";
import type { ListFacets } from "~/features/watch-list/list-facets.server";
import { LIST_ORDERS, listPath, MAX_SEARCH_LENGTH, type ListView } from "./list-view";
import { withQuery } from "~/ui/with-query";

const ListFilters = lazyPart(async () => (await import("./list-filters")).ListFilters);

/** The wait after a key, so that a word is one request. */
const TYPING_MS = 250;

/** Filters with controls in the expanded form; others stay as hidden fields. */
const SHOWN: readonly FilterName[] = [
  "genres",
  "studios",
  "types",
  "statuses",
  "yearMin",
  "yearMax",
  "scoreMin",
  "scoreMax",
  "playable",
];

/**
 * One GET form, which works without scripts. A link expands the filters, so that their counts are
 * queried on demand.
 */
export function ListFilterForm({
  view,
  facets,
  applied,
  scale,
  hasPlayable,
}: {
  view: ListView;
  facets: ListFacets | null;
  applied: number;
  scale: ScoreScale;
  /** Whether the viewer can play anything here, by which the list can be sorted then. */
  hasPlayable: boolean;
}) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const isMounted = useRef(false);
  // Syncs the controls with the URL after Back or a removed chip, keeping the focus.
  useEffect(() => {
    if (isMounted.current && form.current !== null) resetForm(form.current);
    isMounted.current = true;
  }, [view]);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  const show = (shown: HTMLFormElement, replace: boolean): void => {
    clearTimeout(typing.current);
    void navigate(formPath(new FormData(shown)), { preventScrollReset: true, replace });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    show(event.currentTarget, false);
  };
  const onType = ({ currentTarget: { form: shown } }: InputEvent<HTMLInputElement>): void => {
    clearTimeout(typing.current);
    // Back leads to the list before the first letter.
    if (shown !== null)
      typing.current = setTimeout(() => show(shown, view.search !== ""), TYPING_MS);
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
      {view.layout === null ? null : <input type="hidden" name="view" value={view.layout} />}
      <HiddenFilters view={view} isOpen={facets !== null} />
      <div className="flex flex-wrap gap-2 max-[23rem]:gap-1">
        <TextInput
          type="search"
          name="q"
          defaultValue={view.search}
          onInput={onType}
          maxLength={MAX_SEARCH_LENGTH}
          aria-label={t("list.find")}
          placeholder={t("list.find")}
          className="min-w-0 flex-1 basis-20 sm:max-w-sm"
        />
        {/* The select is as wide as the longest order. */}
        <span className="flex shrink-0">
          <SubmitSelect
            name="sort"
            aria-label={t("list.sortBy")}
            defaultValue={view.order}
            options={LIST_ORDERS.filter((order) => order !== "playable" || hasPlayable).map(
              (order) => [order, t(`listOrder.${order}`)],
            )}
          />
        </span>
        <ButtonLink
          to={listPath({ ...view, isOpen: facets === null })}
          preventScrollReset
          aria-expanded={facets !== null}
          title={t("filter.open")}
          className="max-sm:px-0"
        >
          {icon("sliders")}
          {/* An icon on phones, where the chips below tell which filters apply. */}
          <span className="max-sm:sr-only">
            {applied > 0 ? t("filter.openApplied", { count: applied }) : t("filter.open")}
          </span>
        </ButtonLink>
        <SubmitWithoutScript label={t("ui.show")} />
      </div>
      {facets === null ? null : <ListFilters view={view} facets={facets} scale={scale} />}
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
        <>
          {view.tags.map((tag) => (
            <input key={tag} type="hidden" name="tag" value={tag} />
          ))}
          {view.ownScore === null ? null : (
            <input type="hidden" name="own_score" value={view.ownScore.join("-")} />
          )}
        </>
      )}
    </>
  );
}

function formPath(form: FormData): string {
  const tags = form.getAll("tag");
  form.delete("tag");
  if (form.get("sort") === "change") form.delete("sort");
  const parameters = formParameters(form);
  for (const tag of tags) if (typeof tag === "string") parameters.append("tag", tag);
  return withQuery(href("/list"), parameters);
}
