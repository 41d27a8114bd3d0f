import { Link } from "react-router";
import type { CreditLink } from "./credit-path";
import { Portrait } from "./portrait";

/** Characters, people or studios, as links with a line below each name. */
export function PortraitGrid({
  links,
}: {
  links: readonly (Omit<CreditLink, "id"> & { line?: string | null })[];
}) {
  return (
    <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]">
      {links.map(({ path, name, image, line }) => (
        <li key={path}>
          <Link
            to={path}
            prefetch="intent"
            className="group flex items-center gap-3 overflow-hidden rounded-md border border-rule bg-raised hover:border-rule-strong"
          >
            <Portrait name={name.text} url={image} width={48} />
            <span className="min-w-0 py-1 pr-3">
              <span
                lang={name.lang}
                className="line-clamp-2 text-sm leading-tight font-semibold group-hover:text-accent-text"
              >
                {name.text}
              </span>
              {line === undefined || line === null ? null : (
                <span className="mt-0.5 block text-xs text-ink-faint">{line}</span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
