import type { NameCount } from "~/features/catalog/anime";
import { scoreRanges, type ScoreScale } from "~/features/catalog/score-scale";
import { normaliseName } from "~/features/catalog/term-key";
import { FILTERS } from "~/features/listing/filters/filters";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { CheckLine, ChoiceChip, Field, FieldGroup, Select } from "~/ui/forms/field";
import { TextInput } from "~/ui/forms/text-input";
import { formatScoreRange } from "./format-entry";
import type { ListFacets } from "~/features/watch-list/list-facets.server";
import type { ListView } from "./list-view";

/** The expanded filters, with the number of titles of each choice. */
export function ListFilters({
  view,
  facets,
  scale,
}: {
  view: ListView;
  facets: ListFacets;
  scale: ScoreScale;
}) {
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
        ).map(([span, filter, label]) => (
          <Field key={filter} label={t(label, { span: t(span) })}>
            <TextInput
              name={FILTERS[filter].parameter}
              inputMode="decimal"
              defaultValue={filters[filter] ?? ""}
              placeholder={t("filter.any")}
            />
          </Field>
        ))}
        <Field label={t("list.playback")}>
          <Select
            name={FILTERS.playable.parameter}
            defaultValue={filters.playable === null ? "" : String(filters.playable)}
            options={[
              ["", t("filter.any")],
              ["true", t("applied.playable")],
              ["false", t("applied.unplayable")],
            ]}
          />
        </Field>
        <Field label={t("list.yourScore")}>
          <OwnScoreSelect chosen={view.ownScore} scale={scale} />
        </Field>
      </div>
      <Button type="submit" weight="primary">
        {t("ui.show")}
      </Button>
    </div>
  );
}

/** The values of the user's scale, and the chosen one of another scale. */
function OwnScoreSelect({ chosen, scale }: { chosen: ListView["ownScore"]; scale: ScoreScale }) {
  const i18n = useI18n();
  const ranges = scoreRanges(scale)
    .map(({ from, to }) => [from, to] as const)
    .reverse();
  const isKnown = ranges.some((range) => range.join("-") === chosen?.join("-"));
  return (
    <Select
      name="own_score"
      defaultValue={chosen?.join("-") ?? ""}
      options={[
        ["", i18n.t("filter.any")],
        ...[...(chosen === null || isKnown ? [] : [chosen]), ...ranges].map(
          (range): [string, string] => [range.join("-"), formatScoreRange(i18n, range, scale)],
        ),
      ]}
    />
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

/** Adds chosen names that no entry of the tab has. */
function withChosen(choices: readonly NameCount[], chosen: readonly string[]): NameCount[] {
  const missing = chosen.filter((name) => !choices.some((choice) => choice.name === name));
  return [...missing.map((name) => ({ name, count: 0 })), ...choices];
}
