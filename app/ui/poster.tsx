import { classNames } from "./class-names";

interface PosterProps {
  src: string;
  srcSet: string;
  /** How wide the picture is shown, as the `sizes` attribute says it. */
  sizes: string;
  /** A CSS colour near the picture's own, seen until it has arrived. */
  color: string;
  /** A tiny form of the picture as a `data:` URL, shown above the colour. */
  placeholder?: string | null;
  /** The first pictures of a page are fetched at once, the others when they come near. */
  priority?: boolean;
  className?: string;
}

/**
 * A 2:3 cover. It has no text alternative: wherever a cover stands, the title stands beside it in words.
 */
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
