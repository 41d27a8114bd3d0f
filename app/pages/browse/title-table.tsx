import { Link } from "react-router";
import type { ListingOrder } from "~/features/catalog/vocabulary";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { CardRow } from "~/features/catalog/view/cards/card-row";
import { FranchiseOthers } from "~/features/catalog/view/cards/franchise-others";
import { formatCardFacts } from "~/features/catalog/view/facts";
import type { ListingQuery } from "~/features/listing/listing-query";
import { browsePath } from "~/features/listing/view/browse-path";
import { useI18n } from "~/i18n/i18n-context";
import type { PlainKey } from "~/i18n/message-types";
import { Score } from "~/ui/score";
import { SortHead } from "~/ui/paging/sort-head";

/** The orders of each column. A head begins with the first, and then leads to the next. */
const COLUMNS: readonly [name: PlainKey, orders: readonly ListingOrder[]][] = [
  ["listOrder.title", ["title_asc", "title"]],
  ["listOrder.year", ["newest"]],
  ["fact.type", []],
  ["fact.episodes", []],
  ["listOrder.score", ["score", "score_asc"]],
  ["fact.popularity", ["popularity"]],
];

/** Orders in which small comes first, as the most popular title is number one. */
const ASCENDING: readonly ListingOrder[] = ["title_asc", "score_asc", "popularity"];

interface TitleTableProps {
  cards: readonly AnimeCardData[];
  query: ListingQuery;
}

/** A table of titles whose heads sort it. A phone shows its facts below each title instead. */
export function TitleTable({ cards, query }: TitleTableProps) {
  const i18n = useI18n();
  const { t, label, formatNumber } = i18n;
  const direction = ASCENDING.includes(query.order) ? "ascending" : "descending";
  return (
    <table className="w-full border-b border-rule text-sm max-md:border-t [&_td]:px-2 [&_td]:whitespace-nowrap [&_td]:text-ink-soft [&_td]:tabular-nums [&_td]:max-md:hidden [&_thead_th]:px-2 [&_thead_th]:py-1 [&_thead_th]:font-medium [&_thead_th]:whitespace-nowrap [&_thead_th:first-child]:pl-0">
      <thead className="text-left text-xs text-ink-faint max-md:hidden">
        <tr>
          {COLUMNS.map(([name, orders]) => {
            const current = orders.indexOf(query.order);
            const next = orders[(current + 1) % orders.length];
            return next === undefined ? (
              <th key={name} scope="col">
                {t(name)}
              </th>
            ) : (
              <SortHead
                key={name}
                to={browsePath({ ...query, order: next, page: 1 }, "list")}
                sorted={current < 0 ? undefined : direction}
              >
                {t(name)}
              </SortHead>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <tr
            key={card.id}
            className="border-t border-rule hover:bg-raised max-md:first:border-t-0"
          >
            <th scope="row" className="w-full max-w-0 text-left font-normal">
              <Link
                to={card.path}
                prefetch="intent"
                viewTransition
                // The score has a column of its own.
                className="group grid grid-cols-[2.75rem_1fr_auto] items-center gap-4 py-2 md:[&>:last-child]:hidden"
              >
                <CardRow
                  card={card}
                  facts={<span className="md:hidden">{formatCardFacts(i18n, card)}</span>}
                />
              </Link>
              {card.others === undefined ? null : (
                <p className="-mt-2 pl-15">
                  <FranchiseOthers card={card} />
                </p>
              )}
            </th>
            <td>{card.year}</td>
            <td>{card.type === null ? null : label("type", card.type)}</td>
            <td>{card.episodes === null ? null : formatNumber(card.episodes)}</td>
            <td>
              <Score score={card.score} />
            </td>
            <td>
              {card.popularity === undefined || card.popularity === null
                ? null
                : t("fact.rank", { number: formatNumber(card.popularity) })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
