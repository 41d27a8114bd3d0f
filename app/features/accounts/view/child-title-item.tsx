import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { TitleChoice } from "~/features/accounts/household/title-choices";
import type { ChildTitleState } from "~/features/accounts/household/list-child-titles.server";
import type { DisplayTitle } from "~/features/catalog/title-language";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useChangeForm } from "~/ui/changes/use-action-message";

/** A title that is allowed or blocked for a child, or that it asks for. */
export interface ChildTitleData {
  childId: string;
  animeId: number;
  state: ChildTitleState;
  /** Whether it can be allowed. */
  mayBeAllowed: boolean;
  /** What names the title; null where the viewer may not see it. */
  shown: { title: DisplayTitle; path: string } | null;
}

interface ChildTitleItemProps {
  item: ChildTitleData;
  /** Whether the page shows the result of the change without being loaded again. */
  inPlace?: boolean;
  /** The path that the form leads back to; by default, its own. */
  returnTo?: string;
  note?: ReactNode;
}

/** A child's title, with what a parent can do about it. */
export function ChildTitleItem({ item, inPlace = false, returnTo, note }: ChildTitleItemProps) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  const { childId, animeId, state, mayBeAllowed, shown } = item;
  const Form = inPlace ? fetcher.Form : "form";
  const name = shown?.title.text ?? t("list.hiddenTitle");
  const choice = (value: TitleChoice, key: "allow" | "no" | "remove") => (
    <Button
      type="submit"
      name="state"
      value={value}
      weight={key === "remove" ? "bare" : "quiet"}
      aria-label={t(`profiles.titles.${key}Of`, { title: name })}
    >
      {t(`profiles.titles.${key}`)}
    </Button>
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        {shown === null ? (
          <p className="text-ink-soft">{name}</p>
        ) : (
          <Link
            to={shown.path}
            lang={shown.title.lang}
            className="inline-flex min-h-11 items-center font-semibold break-words hover:text-accent-text md:min-h-8"
          >
            {name}
          </Link>
        )}
        {note === undefined ? null : <p className="text-sm text-ink-soft">{note}</p>}
      </div>
      <Form
        method="post"
        action={href("/profiles/manage/:id/titles", { id: childId })}
        className="flex flex-wrap gap-2"
      >
        <input type="hidden" name="animeId" value={animeId} />
        {returnTo === undefined ? null : <input type="hidden" name="returnTo" value={returnTo} />}
        {state === "asked" ? (
          <>
            {mayBeAllowed ? choice("allowed", "allow") : null}
            {choice("blocked", "no")}
          </>
        ) : (
          choice("rating", "remove")
        )}
      </Form>
    </li>
  );
}
