import { classNames } from "~/ui/class-names";
import { proxiedImageUrl } from "~/ui/proxied-image-url";

interface AvatarProps {
  name: string;
  url: string | null;
  size: number;
  className?: string;
}

/** Decorative, as its control has a label. The name's first letter is behind the image. */
export function Avatar({ name, url, size, className }: AvatarProps) {
  const side = { width: size, height: size };
  return (
    <span
      aria-hidden
      style={{ ...side, fontSize: size * 0.42 }}
      className={classNames(
        "relative inline-flex shrink-0 items-center justify-center rounded-full bg-accent font-display leading-none font-bold text-on-accent",
        className,
      )}
    >
      {([...name.trim()][0] ?? "?").toUpperCase()}
      {url === null ? null : (
        <img
          src={proxiedImageUrl(url, size * 2)}
          alt=""
          {...side}
          className="absolute inset-0 size-full rounded-full bg-sunken object-cover"
        />
      )}
    </span>
  );
}
