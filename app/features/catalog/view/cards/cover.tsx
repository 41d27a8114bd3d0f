import { coverSrcSet, coverUrl } from "~/artwork/cover-sizes";
import type { Spine } from "~/features/catalog/view/spine";
import { SpineText } from "~/features/catalog/view/spine-text";
import { Poster } from "~/ui/poster";

interface CoverProps {
  id: number;
  color: string;
  /** A `data:` URL, over the color. */
  placeholder?: string | null;
  spine: Spine | null;
  title?: string;
  sizes: string;
  priority?: boolean;
  className?: string;
}

/** The native title is along the edge, like a spine. */
export function Cover({
  id,
  color,
  placeholder,
  spine,
  title,
  sizes,
  priority,
  className,
}: CoverProps) {
  const poster = (
    <Poster
      src={coverUrl(id, 240)}
      srcSet={coverSrcSet(id)}
      sizes={sizes}
      color={color}
      placeholder={placeholder}
      title={title}
      priority={priority}
      className={className}
    />
  );
  // What is lettered over an image is sized by it.
  if (spine === null && title === undefined) return poster;
  return (
    <span className="@container relative block">
      {poster}
      {spine === null ? null : <SpineText spine={spine} className="poster-spine" />}
    </span>
  );
}
