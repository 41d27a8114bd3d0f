import type { ParentalControl } from "~/features/catalog/parental-control";
import type { I18n } from "~/i18n/i18n";
import { activeFilters, clearedValue, type FilterName } from "~/features/listing/filters/filters";
import { serverFilter, type LabelContext } from "~/features/listing/filters/filters.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { normaliseName } from "~/features/catalog/term-key";
import type { CatalogTools } from "~/services/shared-services";
import { cachedGenres, cachedStudios } from "./cached-catalog.server";

export interface AppliedFilter {
  filter: FilterName;
  label: string;
  without: ListingQuery;
}

export type NameFormatter = (normalised: string) => string;

/** Each chip's URL has all other values: quadratic. */
const MAX_VALUES = 40;

/** A chip per value, or per list beyond `MAX_VALUES`. */
export function appliedFilters(
  query: ListingQuery,
  formatName: NameFormatter,
  i18n: I18n,
): AppliedFilter[] {
  const context: LabelContext = { ...i18n, formatName };
  const shown = activeFilters(query).filter((filter) => !isCleared(query, filter));
  const active = shown.map((filter) => {
    const value: unknown = query[filter];
    return {
      filter,
      isList: Array.isArray(value),
      values: Array.isArray(value) ? (value as unknown[]) : [value],
      label: (item: unknown) => serverFilter(filter).label(item as never, context),
    };
  });
  const lists = active.filter(({ isList }) => isList);
  const isCrowded = lists.flatMap(({ values }) => values).length > MAX_VALUES;
  const singleChips = active
    .filter(({ isList }) => !isList)
    .map(({ filter, values: [value], label }) => ({
      filter,
      label: label(value),
      without: withoutFilter(query, filter),
    }));
  const listChips = lists.flatMap(({ filter, values, label }): AppliedFilter[] => {
    if (!isCrowded)
      return values.map((value) => ({
        filter,
        label: label(value),
        without:
          values.length === 1
            ? withoutFilter(query, filter)
            : { ...query, page: 1, [filter]: values.filter((other) => other !== value) },
      }));
    const more = values.length > 1 ? ` +${values.length - 1}` : "";
    return [{ filter, label: `${label(values[0])}${more}`, without: withoutFilter(query, filter) }];
  });
  return [...singleChips, ...listChips];
}

export function withoutFilter(query: ListingQuery, filter: FilterName): ListingQuery {
  const relaxed = { ...query, page: 1, [filter]: clearedValue(filter) };
  return filter === "search" && query.order === "relevance"
    ? { ...relaxed, order: "score" }
    : relaxed;
}

function isCleared(query: ListingQuery, filter: FilterName): boolean {
  return JSON.stringify(query[filter]) === JSON.stringify(clearedValue(filter));
}

export function createNameFormatter(
  names: readonly string[],
  normalise: (name: string) => string,
): NameFormatter {
  const byNormalised = new Map(names.map((name) => [normalise(name), name]));
  return (normalised) =>
    byNormalised.get(normalised) ??
    normalised.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

/** Names genres and studios as the catalog spells them. */
export async function catalogNameFormatter(
  services: CatalogTools,
  parentalControl: ParentalControl,
): Promise<NameFormatter> {
  const names = await Promise.all([
    cachedGenres(services, parentalControl),
    cachedStudios(services, parentalControl),
  ]);
  return createNameFormatter(
    names.flat().map(({ name }) => name),
    normaliseName,
  );
}
