import { classNames } from "~/ui/class-names";

/** Uploads directly, other images through the proxy. */
export function imageUrl(address: string, width: number): string {
  return address.startsWith("/")
    ? address
    : `/api/proxy?${new URLSearchParams({ url: address, w: String(width), q: "75" }).toString()}`;
}

interface AvatarProps {
  name: string;
  address: string | null;
  size: number;
  className?: string;
}

/** Decorative, as its control has a label. Falls back to the name's first letter. */
export function Avatar({ name, address, size, className }: AvatarProps) {
  const side = { width: size, height: size };
  if (address !== null)
    return (
      <img
        src={imageUrl(address, size * 2)}
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
