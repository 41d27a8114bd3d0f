import type { ComponentProps } from "react";
import { Link, useLocation } from "react-router";

/**
 * A link to a part of the page with this id. The router scrolls: a plain anchor's place would be
 * replaced by the offset that it remembers of the page that was loaded first.
 */
export function SectionLink({
  id,
  ...rest
}: Omit<ComponentProps<typeof Link>, "to"> & { id: string }) {
  const { search } = useLocation();
  return <Link {...rest} to={{ search, hash: id }} />;
}
