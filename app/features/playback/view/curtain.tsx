import { bannerUrl } from "~/artwork/cover-sizes";

/** A curtain of the player's size, to avoid a layout shift. */
export function Curtain({ animeId }: { animeId: number }) {
  return (
    <img
      src={bannerUrl(animeId, 1080)}
      alt=""
      className="aspect-video max-h-[calc(100dvh-var(--header-height)-4rem)] w-full object-cover opacity-40"
    />
  );
}
