import { Link } from "react-router";
import type { ListingQuery } from "~/features/listing/listing-query";
import type { ListingOrder } from "~/features/catalog/vocabulary";
import { browsePath, type BrowseView } from "~/features/listing/view/browse-path";
import { FILTER_FORM_ID } from "~/features/listing/view/filter-panel";
import { useI18n } from "~/i18n/i18n-context";
import { SubmitSelect } from "~/ui/forms/submit-select";
import { icon } from "~/ui/icons";

const ORDERS: readonly ListingOrder[] = [
  "score",
  "popularity",
  "newest",
  "title_asc",
  "title",
  "score_asc",
];

/** Chooses the order of titles. */
export function SortSelect({ order, searching }: { order: ListingOrder; searching: boolean }) {
  const { t } = useI18n();
  const orders: readonly ListingOrder[] = searching ? ["relevance", ...ORDERS] : ORDERS;
  return (
    <label className="min-w-0 grow">
      <span className="sr-only">{t("browse.sortBy")}</span>
      <SubmitSelect
        form={FILTER_FORM_ID}
        name="order_by"
        defaultValue={order}
        options={orders.map((name) => [name, t(`order.${name}`)])}
        className="sm:w-44"
      />
    </label>
  );
}

/** Links the grid and the list of the same titles. */
export function ViewLinks({ query, view }: { query: ListingQuery; view: BrowseView }) {
  const { t } = useI18n();
  const views = [
    ["grid", t("browse.grid"), "grid"],
    ["list", t("browse.list"), "rows"],
  ] as const;
  return (
    <div
      role="group"
      aria-label={t("browse.view")}
      className="flex rounded-md border border-rule-strong p-px"
    >
      {views.map(([name, label, symbol]) => (
        <Link
          key={name}
          to={browsePath(query, name)}
          preventScrollReset
          aria-label={label}
          aria-current={view === name ? "true" : undefined}
          className="inline-flex size-11 items-center justify-center rounded-sm text-ink-faint hover:text-ink aria-[current=true]:bg-raised aria-[current=true]:text-ink"
        >
          {icon(symbol)}
        </Link>
      ))}
    </div>
  );
}
