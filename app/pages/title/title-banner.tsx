import { bannerSrcSet, bannerUrl } from "~/artwork/cover-sizes";
import { SpineText } from "~/features/catalog/view/spine-text";
import type { TitlePageData } from "./load-title.server";

/** The picture above a title's heading, with the native title on its side. */
export function TitleBanner({ anime }: { anime: TitlePageData["anime"] }) {
  return (
    <div className="relative h-32 overflow-hidden md:h-64" style={{ backgroundColor: anime.color }}>
      <img
        src={bannerUrl(anime.id, 1600)}
        srcSet={bannerSrcSet(anime.id)}
        sizes="(min-width: 48rem) max(100vw, 72rem), max(100vw, 29rem)"
        alt=""
        width={1080}
        height={300}
        fetchPriority="high"
        className="size-full object-cover object-[68%_50%]"
      />
      <div className="absolute inset-x-0 bottom-0 h-2/3 bg-linear-to-t from-[light-dark(transparent,var(--paper))] to-transparent" />
      {anime.bannerSpine === null ? null : (
        <div className="page-column absolute inset-x-0 top-5 hidden justify-end md:flex">
          <SpineText spine={anime.bannerSpine} className="max-h-56 text-2xl leading-none" />
        </div>
      )}
    </div>
  );
}
