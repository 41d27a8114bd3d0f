import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { Pagination } from "~/ui/paging/pagination";
import type { PageMeta } from "~/features/catalog/anime";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { CardStates, type ListStates } from "~/features/catalog/view/cards/card-states";
import { AnimeGrid } from "~/features/catalog/view/cards/anime-grid";

interface NamedListingProps {
  kind: "genre" | "studio";
  name: string;
  cards: readonly AnimeCardData[];
  listStates: ListStates;
  meta: PageMeta;
  path: string;
  browse: string;
}

export function NamedListing({
  kind,
  name,
  cards,
  listStates,
  meta,
  path,
  browse,
}: NamedListingProps) {
  const { t, label } = useI18n();
  return (
    <div className="page-column pt-8 md:pt-12">
      <p className="text-sm text-ink-soft">
        {t(kind === "genre" ? "browse.genre" : "browse.studio")}
      </p>
      <div className="mt-1 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-3xl">{kind === "genre" ? label("genre", name) : name}</h1>
        <p className="flex items-center gap-4 text-sm text-ink-soft">
          {t("count.titlesBest", { count: meta.total_items })}
          <ButtonLink to={browse}>{t("browse.filterThem")}</ButtonLink>
        </p>
      </div>
      <div className="mt-8">
        <CardStates value={listStates}>
          <AnimeGrid cards={cards} />
        </CardStates>
      </div>
      <Pagination
        current={meta.current_page}
        last={meta.last_page}
        pageHref={(page) => (page === 1 ? path : `${path}?page=${page}`)}
      />
    </div>
  );
}
