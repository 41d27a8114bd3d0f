import { ButtonLink } from "~/ui/button";
import { Pagination } from "~/ui/paging/pagination";
import type { PageMeta } from "~/features/catalog/anime";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { CardStates, type ListStates } from "~/features/catalog/view/cards/card-states";
import { AnimeGrid } from "~/features/catalog/view/cards/anime-grid";
import { countInWords } from "~/features/catalog/view/facts";

interface NamedListingProps {
  /** `Genre` or `Studio`. */
  kind: string;
  name: string;
  cards: readonly AnimeCardData[];
  listStates: ListStates;
  meta: PageMeta;
  path: string;
  /** The same titles in Browse, where they can be filtered further. */
  browse: string;
}

/** All titles that share a genre or a studio, best first. */
export function NamedListing({ kind, name, cards, listStates, meta, path, browse }: NamedListingProps) {
  return (
    <div className="page-column pt-8 md:pt-12">
      <p className="text-sm text-ink-soft">{kind}</p>
      <div className="mt-1 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-3xl">{name}</h1>
        <p className="flex items-center gap-4 text-sm text-ink-soft">
          {meta.total_items === 1 ? "1 title" : `${countInWords(meta.total_items)} titles, best first`}
          <ButtonLink to={browse}>Filter them</ButtonLink>
        </p>
      </div>
      <div className="mt-8">
        <CardStates value={listStates}>
          <AnimeGrid cards={cards} />
        </CardStates>
      </div>
      <Pagination current={meta.current_page} last={meta.last_page} pageHref={(page) => (page === 1 ? path : `${path}?page=${page}`)} />
    </div>
  );
}
