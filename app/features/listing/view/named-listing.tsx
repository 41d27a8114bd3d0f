import type { ReactNode } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { Pagination } from "~/ui/paging/pagination";
import type { PageMeta } from "~/features/catalog/anime";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import type { HideChoice } from "~/features/listing/hidden/hide-choices";
import { Notice } from "~/ui/notice";
import { HideSwitch, type HideToggle } from "./hide-switch";
import { CardStates, type ListStates } from "~/features/catalog/view/cards/card-states";
import { AnimeGrid } from "~/features/catalog/view/cards/anime-grid";
import { DepartedCard } from "~/features/catalog/view/cards/departed-card";
import { CardsByYear } from "~/features/catalog/view/cards/cards-by-year";
import { withQuery } from "~/ui/with-query";

interface NamedListingProps {
  kind: "genre" | "studio";
  name: string;
  cards: readonly AnimeCardData[];
  listStates: ListStates;
  meta: PageMeta;
  path: string;
  browse: string;
  /** The choices that the page's URL names. */
  hideChoices: readonly HideChoice[];
  toggle: HideToggle | null;
  /** Content beside the heading. */
  children?: ReactNode;
}

export function NamedListing({
  kind,
  name,
  cards,
  listStates,
  meta,
  path,
  browse,
  hideChoices,
  toggle,
  children,
}: NamedListingProps) {
  const { t, label } = useI18n();
  return (
    <div className="page-column pt-8 md:pt-12">
      <p className="text-sm text-ink-soft">
        {t(kind === "genre" ? "browse.genre" : "browse.studio")}
      </p>
      <div className="mt-1 flex flex-wrap items-end justify-between gap-4">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
          <h1 className="min-w-0 text-3xl wrap-break-word">
            {kind === "genre" ? label("genre", name) : name}
          </h1>
          <p className="text-sm text-ink-soft">
            {t(kind === "genre" ? "count.titlesBest" : "count.titles", { count: meta.total_items })}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <ButtonLink to={browse}>{t("filter.more")}</ButtonLink>
          {toggle === null ? null : <HideSwitch toggle={toggle} path={path} />}
          {children}
        </div>
      </div>
      <div className="mt-8">
        <CardStates value={listStates}>
          {cards.length === 0 ? (
            <Notice glyph="皆知" title={t("hide.allKnown")}>
              {toggle === null ? null : <HideSwitch toggle={toggle} path={path} />}
            </Notice>
          ) : (
            <NamedCards kind={kind} cards={cards} />
          )}
        </CardStates>
        <DepartedCard cards={cards} />
      </div>
      <Pagination
        current={meta.current_page}
        last={meta.last_page}
        pageHref={(page) => pagePath(path, page, hideChoices)}
      />
    </div>
  );
}

/** A genre's titles are listed by score, a studio's by year as the filmography of a person is. */
function NamedCards({ kind, cards }: Pick<NamedListingProps, "kind" | "cards">) {
  if (kind === "genre") return <AnimeGrid cards={cards} />;
  return <CardsByYear rows={cards.map((card) => ({ card, year: card.year }))} heading="h2" />;
}

function pagePath(path: string, page: number, hide: readonly HideChoice[]): string {
  const parameters = new URLSearchParams();
  if (hide.length > 0) parameters.set("hide", hide.join(","));
  if (page > 1) parameters.set("page", String(page));
  return withQuery(path, parameters);
}
