import { Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
import type { CharacterRole } from "~/features/credits/credit";
import type { CreditLink } from "./credit-path";
import { Portrait } from "./portrait";

export interface CastRow {
  character: CreditLink;
  role: CharacterRole;
  actors: readonly CreditLink[];
}

/** The rows that a phone shows at first, where the list is in a `fold`. */
export const CAST_ON_PHONE = 3;

/** Characters, each beside the voice actor. */
export function CastList({ rows }: { rows: readonly CastRow[] }) {
  const { t } = useI18n();
  return (
    <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]">
      {rows.map(({ character, role, actors: [actor, ...others] }, index) => (
        <li
          key={character.id}
          className={classNames(
            "flex min-w-0 justify-between overflow-hidden rounded-md border border-rule bg-raised",
            index >= CAST_ON_PHONE && "folded",
          )}
        >
          <PortraitLink link={character} line={t(`credits.role.${role}`)} />
          {actor === undefined ? null : (
            <PortraitLink
              link={actor}
              line={others.length === 0 ? null : t("credits.moreActors", { count: others.length })}
              atEnd
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface PortraitLinkProps {
  link: CreditLink;
  line: string | null;
  atEnd?: boolean;
}

function PortraitLink({ link: { path, name, image }, line, atEnd = false }: PortraitLinkProps) {
  return (
    <Link
      to={path}
      prefetch="intent"
      className={classNames(
        "group flex min-w-0 flex-1 items-center gap-3 hover:bg-sunken",
        atEnd && "flex-row-reverse text-right",
      )}
    >
      <Portrait name={name.text} url={image} width={48} />
      <span className="min-w-0 py-1">
        <span
          lang={name.lang}
          className="line-clamp-2 text-sm leading-tight font-semibold group-hover:text-accent-text"
        >
          {name.text}
        </span>
        {line === null ? null : <span className="mt-0.5 block text-xs text-ink-faint">{line}</span>}
      </span>
    </Link>
  );
}
