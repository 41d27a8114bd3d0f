import { classNames } from "~/ui/class-names";
import { proxiedImageUrl } from "~/ui/proxied-image-url";

interface AvatarProps {
  name: string;
  url: string | null;
  size: number;
  className?: string;
}

/** Decorative, as its control has a label. Falls back to the name's first letter. */
export function Avatar({ name, url, size, className }: AvatarProps) {
  const side = { width: size, height: size };
  if (url !== null)
    return (
      <img
        src={proxiedImageUrl(url, size * 2)}
        alt=""
        {...side}
        style={side}
        className={classNames("shrink-0 rounded-full bg-sunken object-cover", className)}
      />
    );
  return (
    <span
      aria-hidden
      style={{ ...side, fontSize: size * 0.42 }}
      className={classNames(
        "inline-flex shrink-0 items-center justify-center rounded-full bg-accent font-display leading-none font-bold text-on-accent",
        className,
      )}
    >
      {([...name.trim()][0] ?? "?").toUpperCase()}
    </span>
  );
}
