import { type InputEvent, useEffect, useId, useState } from "react";
import type { NameCount } from "~/features/catalog/anime";
import { normaliseName } from "~/features/catalog/term-key";
import { FILTERS } from "~/features/listing/filters/filters";
import {
  DEFAULT_PER_PAGE,
  listingSearchParams,
  type ListingQuery,
} from "~/features/listing/listing-query";
import { useI18n } from "~/i18n/i18n-context";
import { TextInput } from "~/ui/forms/text-input";

interface TypedNamesProps {
  filter: "themes" | "tags" | "sources" | "producers";
  query: ListingQuery;
}

/** Browsers show a few at a time, and a long list costs memory. */
const MAX_OPTIONS = 50;

/**
 * Names, separated by commas. Scripts complete the last one, with the number of titles that the
 * other filters leave it; a completed name applies at once.
 */
export function TypedNames({ filter, query }: TypedNamesProps) {
  const { t, formatNumber } = useI18n();
  const id = useId();
  const chosen = query[filter].join(", ");
  const [typed, setTyped] = useState(chosen);
  const [isUsed, setUsed] = useState(false);
  const [names, setNames] = useState<readonly NameCount[]>([]);
  const filters = listingSearchParams({
    ...query,
    [filter]: [],
    page: 1,
    perPage: DEFAULT_PER_PAGE,
    order: query.search === null ? "score" : "relevance",
  }).toString();
  useEffect(() => {
    if (!isUsed) return undefined;
    const controller = new AbortController();
    fetch(`/browse/names/${filter}?${filters}`, { signal: controller.signal })
      .then(async (response) => {
        if (response.ok) setNames(((await response.json()) as { data: NameCount[] }).data);
      })
      .catch(() => undefined);
    return () => controller.abort();
  }, [isUsed, filter, filters]);
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const wanted = normaliseName(typed.slice(before.length));
  const given = before.split(",").map(normaliseName);
  const options = names
    .filter(({ name }) => normaliseName(name).includes(wanted))
    .filter(({ name }) => !given.includes(normaliseName(name)))
    .slice(0, MAX_OPTIONS)
    .map(({ name, count }) => ({
      value: `${before}${before === "" ? "" : " "}${name}`,
      label: `${name} (${formatNumber(count)})`,
    }));
  const onInput = ({ currentTarget }: InputEvent<HTMLInputElement>): void => {
    setTyped(currentTarget.value);
    // A chosen option replaces the text at once, which no key does.
    if (options.some(({ value }) => value === currentTarget.value) && isJump(typed, currentTarget))
      currentTarget.form?.requestSubmit();
  };
  return (
    <>
      <TextInput
        key={chosen}
        name={FILTERS[filter].parameter}
        list={id}
        defaultValue={chosen}
        onFocus={({ currentTarget }) => {
          setUsed(true);
          setTyped(currentTarget.value);
        }}
        onInput={onInput}
        autoComplete="off"
        placeholder={t("filter.names")}
      />
      <datalist id={id}>
        {options.map((option) => (
          <option key={option.value} {...option} />
        ))}
      </datalist>
    </>
  );
}

function isJump(before: string, { value }: HTMLInputElement): boolean {
  return Math.abs(value.length - before.length) > 1;
}
