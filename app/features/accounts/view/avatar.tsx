import { classNames } from "~/ui/class-names";

/** Where a browser gets a stored picture: our own files directly, those of other sites through our proxy, `width` pixels across. */
export function pictureUrl(address: string, width: number): string {
  return address.startsWith("/")
    ? address
    : `/api/proxy?${new URLSearchParams({ url: address, w: String(width), q: "75" }).toString()}`;
}

interface AvatarProps {
  name: string;
  address: string | null;
  /** Its side in CSS pixels. */
  size: number;
  className?: string;
}

/** A person's picture, or the first letter of their name. Decoration: the name stands beside it or labels the control. */
export function Avatar({ name, address, size, className }: AvatarProps) {
  const side = { width: size, height: size };
  if (address !== null)
    return (
      <img
        src={pictureUrl(address, size * 2)}
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
