import { useState } from "react";
import { href, useFetcher } from "react-router";
import { TITLE_CHOICES, type TitleChoice } from "~/features/accounts/household/title-choices";
import type { TitleChild } from "~/features/accounts/household/list-child-titles.server";
import { useI18n } from "~/i18n/i18n-context";
import type { ActionResult } from "~/ui/changes/page-change";
import { withQuery } from "~/ui/with-query";

/** The parameter of a title's URL that unfolds what is decided for children. */
export const CHILDREN_PARAMETER = "children";

/** What the user chose for a child before confirming who they are, and has yet to save. */
export interface ChosenTitle {
  childId: string;
  state: TitleChoice;
}

interface TitleChildrenProps {
  animeId: number;
  /** The title's page. */
  path: string;
  children: readonly TitleChild[];
  mayBeAllowed: boolean;
  isOpen: boolean;
  chosen: ChosenTitle | null;
}

/** What a parent decides about a title for each child of the household. */
export function TitleChildren({
  animeId,
  path,
  children,
  mayBeAllowed,
  isOpen,
  chosen,
}: TitleChildrenProps) {
  const { t } = useI18n();
  return (
    <details open={isOpen} className="open:basis-full">
      <summary className="button button-quiet unfolds list-none">{t("profiles.children")}</summary>
      <p className="mt-3 max-w-prose text-sm text-ink-soft">
        {t(mayBeAllowed ? "profiles.children.lead" : "profiles.children.blockOnly")}
      </p>
      <ul className="mt-2 max-w-2xl divide-y divide-rule border-y border-rule">
        {children.map((child) => (
          <Child
            key={child.id}
            child={child}
            chosen={chosen?.childId === child.id ? chosen.state : null}
            {...{ animeId, path, mayBeAllowed }}
          />
        ))}
      </ul>
    </details>
  );
}

interface ChildProps extends Pick<TitleChildrenProps, "animeId" | "path" | "mayBeAllowed"> {
  child: TitleChild;
  chosen: TitleChoice | null;
}

function Child({ child, chosen, animeId, path, mayBeAllowed }: ChildProps) {
  const { t } = useI18n();
  const fetcher = useFetcher<ActionResult>();
  const { id, name, state } = child;
  const current = state === "asked" ? null : (state ?? "rating");
  // The page has it once: what is loaded again later has none.
  const [first] = useState(chosen);
  const unsaved = first === current || fetcher.data !== undefined ? null : first;
  const asks = state === "asked" ? t("profiles.children.asks") : null;
  const note =
    unsaved === null
      ? asks
      : t("profiles.children.unsaved", { choice: t(`profiles.children.${unsaved}`) });
  return (
    <li>
      <fetcher.Form
        method="post"
        action={href("/profiles/manage/:id/titles", { id })}
        aria-label={t("profiles.children.of", { name })}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
      >
        <input type="hidden" name="animeId" value={animeId} />
        <input
          type="hidden"
          name="returnTo"
          value={withQuery(path, { [CHILDREN_PARAMETER]: "open" })}
        />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p aria-live="polite" className="text-sm text-ink-soft">
            {fetcher.data?.refused ?? note}
          </p>
        </div>
        <div className="flex rounded-md bg-sunken p-1 ring-1 ring-rule ring-inset">
          {TITLE_CHOICES.filter((choice) => mayBeAllowed || choice !== "allowed").map((choice) => (
            <button
              key={choice}
              type="submit"
              name="state"
              value={choice}
              aria-pressed={choice === current}
              className="min-h-11 rounded-sm px-3 text-sm text-ink-soft hover:text-ink aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-on-accent md:min-h-9"
            >
              {t(`profiles.children.${choice}`)}
            </button>
          ))}
        </div>
      </fetcher.Form>
    </li>
  );
}
