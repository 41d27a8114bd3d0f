import { Play } from "lucide-react";
import { useState } from "react";
import { Rich, useWords } from "~/language/words-context";
import { bannerSrcSet, bannerUrl } from "~/media/images/cover-sizes";

interface TrailerProps {
  animeId: number;
  title: string;
  /** An eleven-character video id. */
  youtubeId: string;
  color: string;
}

/** A trailer that asks nothing of another host until it is wanted, and then only of the one that keeps no cookies. */
export function Trailer({ animeId, title, youtubeId, color }: TrailerProps) {
  const { t } = useWords();
  const [playing, setPlaying] = useState(false);
  const address = `https://www.youtube-nocookie.com/embed/${youtubeId}`;
  return (
    <div
      className="relative aspect-video max-w-2xl overflow-hidden rounded-md"
      style={{ backgroundColor: color }}
    >
      {playing ? (
        <iframe
          src={`${address}?autoplay=1`}
          title={t("title.trailerOf", { title })}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          className="absolute inset-0 size-full border-0"
        />
      ) : (
        <a
          href={address}
          onClick={(event) => {
            event.preventDefault();
            setPlaying(true);
          }}
          className="group absolute inset-0 flex items-center justify-center"
        >
          <img
            src={bannerUrl(animeId, 1080)}
            srcSet={bannerSrcSet(animeId)}
            sizes="80rem"
            alt=""
            width={1080}
            height={300}
            loading="lazy"
            className="absolute inset-0 size-full object-cover object-[70%_50%]"
          />
          <span className="relative flex min-h-14 items-center gap-3 rounded-md bg-paper/85 px-5 text-sm font-semibold text-ink transition-transform group-hover:scale-105">
            <Play aria-hidden className="size-5 fill-current" />
            <span>
              <Rich
                message="title.playTrailer"
                parts={{ soft: <span className="ml-2 font-normal text-ink-soft" /> }}
              />
            </span>
          </span>
        </a>
      )}
    </div>
  );
}

/** The video id, where it is one that YouTube could have given. */
export function readYoutubeId(text: string | null): string | null {
  return text !== null && /^[\w-]{11}$/.test(text) ? text : null;
}
