import { classNames } from "./class-names";

interface PosterProps {
  src: string;
  srcSet: string;
  sizes: string;
  /** Near the image's average, shown until it loads. */
  color: string;
  /** A tiny preview as a `data:` URL. */
  placeholder?: string | null;
  /** Loads eagerly, for the first images of a page. */
  priority?: boolean;
  className?: string;
}

/** Its `alt` is empty because the title is always beside it. */
export function Poster({
  src,
  srcSet,
  sizes,
  color,
  placeholder = null,
  priority = false,
  className,
}: PosterProps) {
  return (
    <span
      className={classNames("poster", className)}
      style={{
        backgroundColor: color,
        ...(placeholder === null
          ? {}
          : { backgroundImage: `url("${placeholder}")`, backgroundSize: "cover" }),
      }}
    >
      <img
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        alt=""
        width={200}
        height={300}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : undefined}
        decoding="async"
      />
    </span>
  );
}
