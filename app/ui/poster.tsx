import { classNames } from "./class-names";

interface PosterProps {
  src: string;
  srcSet: string;
  sizes: string;
  /** Color that is shown until the image loads. */
  color: string;
  /** A `data:` URL that is shown until the image loads. */
  placeholder?: string | null;
  /** Text over the color while the image is slow, and when it fails. */
  title?: string;
  /** The page's first images are loaded before others. */
  priority?: boolean;
  className?: string;
}

/** An image whose `alt` is empty, since the title is beside it. */
export function Poster({
  src,
  srcSet,
  sizes,
  color,
  placeholder = null,
  title,
  priority = false,
  className,
}: PosterProps) {
  return (
    <span
      data-title={title}
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
