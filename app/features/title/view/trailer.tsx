import { useState } from "react";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { trailerSrcSet, trailerUrl } from "~/artwork/cover-sizes";

interface TrailerProps {
  animeId: number;
  title: string;
  youtubeId: string;
  color: string;
}

/** Loads nothing from YouTube until clicked, then uses its cookieless host. */
export function Trailer({ animeId, title, youtubeId, color }: TrailerProps) {
  const { t } = useI18n();
  const [playing, setPlaying] = useState(false);
  const embedUrl = `https://www.youtube-nocookie.com/embed/${youtubeId}`;
  return (
    <div
      className="relative aspect-video max-w-2xl overflow-hidden rounded-md"
      style={{ backgroundColor: color }}
    >
      {playing ? (
        <iframe
          src={`${embedUrl}?autoplay=1`}
          title={t("title.trailerOf", { title })}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          className="absolute inset-0 size-full border-0"
        />
      ) : (
        <a
          href={embedUrl}
          onClick={(event) => {
            event.preventDefault();
            setPlaying(true);
          }}
          className="group absolute inset-0 flex items-center justify-center"
        >
          <img
            src={trailerUrl(animeId, 640)}
            srcSet={trailerSrcSet(animeId)}
            sizes="(min-width: 44rem) 42rem, 100vw"
            alt=""
            width={640}
            height={360}
            loading="lazy"
            className="absolute inset-0 size-full object-cover"
          />
          <span className="relative flex min-h-14 items-center gap-3 rounded-md bg-paper/85 px-5 text-sm font-semibold text-ink transition-transform group-hover:scale-105">
            <span aria-hidden className="play-sign" />
            <span>
              <Trans
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
