import { ArrowDown, ArrowUp } from "lucide-react";
import { Form, Link } from "react-router";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { CardRow } from "~/features/catalog/view/cards/card-row";
import { formatCardFacts } from "~/features/catalog/view/facts";
import type { FranchiseRole } from "~/features/franchise/franchise-roles";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Mark } from "~/ui/chip";

interface FranchiseRow {
  card: AnimeCardData;
  role: FranchiseRole;
  optional: boolean;
}

/** `movable` adds the forms that change the order of the story. */
export function FranchiseList({
  rows,
  movable,
}: {
  rows: readonly FranchiseRow[];
  movable: boolean;
}) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ol className="divide-y divide-rule border-y border-rule">
      {rows.map(({ card, role, optional }, index) => (
        <li key={card.id} className="flex items-center gap-x-2 max-sm:flex-wrap">
          <span aria-hidden className="w-8 shrink-0 text-right text-sm text-ink-faint tabular-nums">
            {index + 1}
          </span>
          <Link
            to={card.path}
            prefetch="intent"
            viewTransition
            className="group grid min-w-0 flex-1 grid-cols-[2.75rem_1fr_auto] items-center gap-4 py-2 pl-2 hover:bg-raised"
          >
            <CardRow
              card={card}
              facts={
                <>
                  {formatCardFacts(i18n, card)}
                  {role === "main" ? null : (
                    <span className="mt-1 flex flex-wrap gap-1.5">
                      {role === "special" ? null : <Mark>{t(`franchise.role.${role}`)}</Mark>}
                      {optional ? <Mark>{t("franchise.optional")}</Mark> : null}
                    </span>
                  )}
                </>
              }
            />
          </Link>
          {movable ? (
            <Form
              method="post"
              preventScrollReset
              className="flex shrink-0 max-sm:basis-full max-sm:justify-end"
            >
              <input type="hidden" name="title" value={card.id} />
              <Button
                type="submit"
                name="move"
                value="-1"
                weight="bare"
                disabled={index === 0}
                aria-label={t("franchise.moveUp", { title: card.title.text })}
              >
                <ArrowUp aria-hidden className="size-4" />
              </Button>
              <Button
                type="submit"
                name="move"
                value="1"
                weight="bare"
                disabled={index === rows.length - 1}
                aria-label={t("franchise.moveDown", { title: card.title.text })}
              >
                <ArrowDown aria-hidden className="size-4" />
              </Button>
            </Form>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
