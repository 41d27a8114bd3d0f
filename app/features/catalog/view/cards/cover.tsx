import { coverSrcSet, coverUrl } from "~/media/images/cover-sizes";
import { Poster } from "~/ui/poster";

interface CoverProps {
  id: number;
  /** Placeholder until the picture is there. */
  color: string;
  /** A tiny form of the picture as a `data:` URL, seen after the colour and before the picture. */
  placeholder?: string | null;
  /** The native title, set on covers that are artwork of ours and carry none themselves. */
  spine: string | null;
  sizes: string;
  priority?: boolean;
  className?: string;
}

/** A title's cover. Artwork of ours gets the native title along its edge, like the spine of a book. */
export function Cover({ id, color, placeholder, spine, sizes, priority, className }: CoverProps) {
  return (
    <span className="@container relative block">
      <Poster
        src={coverUrl(id, 240)}
        srcSet={coverSrcSet(id)}
        sizes={sizes}
        color={color}
        placeholder={placeholder}
        priority={priority}
        className={className}
      />
      {spine === null ? null : (
        <span lang="ja" aria-hidden className="spine poster-spine picture-text">
          {spine}
        </span>
      )}
    </span>
  );
}
