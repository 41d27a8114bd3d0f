import { classNames } from "~/ui/class-names";
import { proxiedImageUrl } from "~/ui/proxied-image-url";

interface PortraitProps {
  name: string;
  url: string | null;
  /** CSS pixels; the height is one and a half times it. */
  width: number;
  className?: string;
}

/** Decorative, as its link has the name. The name's first letter is behind the image. */
export function Portrait({ name, url, width, className }: PortraitProps) {
  const side = { width, height: width * 1.5 };
  return (
    <span
      aria-hidden
      style={{ ...side, fontSize: width * 0.42 }}
      className={classNames(
        "relative inline-flex shrink-0 items-center justify-center overflow-hidden bg-sunken font-display leading-none font-bold text-ink-faint",
        className,
      )}
    >
      {[...name.trim()][0] ?? ""}
      {url === null ? null : (
        <img
          src={proxiedImageUrl(url, width * 2)}
          alt=""
          {...side}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full bg-sunken object-cover object-top"
        />
      )}
    </span>
  );
}
