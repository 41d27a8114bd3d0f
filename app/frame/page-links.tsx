import { Link } from "react-router";
import type { SitePage } from "./site-pages";

interface PageLinksProps {
  pages: readonly SitePage[];
  current: string | null;
  className: string;
}

/** The items of a list of pages. */
export function PageLinks({ pages, current, className }: PageLinksProps) {
  return pages.map(({ to, name, news, isDocument = false }) => (
    <li key={to}>
      <Link
        to={to}
        reloadDocument={isDocument}
        aria-current={to === current ? "page" : undefined}
        className={className}
      >
        {name}
        {news === undefined ? null : (
          <span className="ml-auto text-xs whitespace-nowrap text-accent-text">{news}</span>
        )}
      </Link>
    </li>
  ));
}
