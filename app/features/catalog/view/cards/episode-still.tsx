import { bannerSrcSet, bannerUrl, stillSrcSet, stillUrl } from "~/artwork/cover-sizes";

interface EpisodeStillProps {
  id: number;
  /** The episode's number, or null for the title's banner where stills are masked. */
  number: number | null;
}

/** An episode's still on a card; the title's banner or artwork, where it has none. */
export function EpisodeStill({ id, number }: EpisodeStillProps) {
  return (
    <span className="block aspect-video overflow-clip rounded-sm bg-sunken">
      <img
        src={number === null ? bannerUrl(id, 640) : stillUrl(id, number, 320)}
        srcSet={number === null ? bannerSrcSet(id) : stillSrcSet(id, number)}
        sizes="8rem"
        alt=""
        width={320}
        height={180}
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </span>
  );
}
