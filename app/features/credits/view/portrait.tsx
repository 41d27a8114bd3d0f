import { classNames } from "~/ui/class-names";
import { proxiedImageUrl } from "~/ui/proxied-image-url";

interface PortraitProps {
  name: string;
  url: string | null;
  /** CSS pixels; the height is one and a half times it. */
  width: number;
  className?: string;
}

/** Decorative, as its link has the name. Falls back to the name's first letter. */
export function Portrait({ name, url, width, className }: PortraitProps) {
  const side = { width, height: width * 1.5 };
  const look = classNames("block shrink-0 bg-sunken", className);
  return url === null ? (
    <span
      aria-hidden
      style={{ ...side, fontSize: width * 0.42 }}
      className={classNames(
        look,
        "inline-flex items-center justify-center font-display leading-none font-bold text-ink-faint",
      )}
    >
      {[...name.trim()][0] ?? ""}
    </span>
  ) : (
    <img
      src={proxiedImageUrl(url, width * 2)}
      alt=""
      {...side}
      style={side}
      loading="lazy"
      decoding="async"
      className={classNames(look, "object-cover object-top")}
    />
  );
}
