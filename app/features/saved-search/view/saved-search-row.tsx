import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { MAX_SEARCH_NAME_LENGTH } from "~/features/saved-search/saved-search-limits";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { Mark } from "~/ui/chip";
import type { FormFailure } from "~/ui/forms/form-failure";
import { TextField } from "~/ui/forms/form-field";
import { FACT_DOT } from "~/ui/fact-dot";

export interface SavedSearchData {
  id: string;
  name: string;
  path: string;
  /** The filters in words. */
  filters: readonly string[];
  /** Why it no longer works. */
  problem: string | null;
  pinned: boolean;
  followed: boolean;
  fresh: number;
}

interface SavedSearchRowProps {
  search: SavedSearchData;
  isFirst: boolean;
  isLast: boolean;
  /** Why renaming this search without scripts failed. */
  failure: FormFailure | undefined;
}

/** One form, with a button for each change. */
export function SavedSearchRow({ search, isFirst, isLast, failure }: SavedSearchRowProps) {
  const { t } = useI18n();
  const { id, name, path, filters, problem, pinned, followed, fresh } = search;
  const fetcher = useChangeForm();
  const button = (intent: string, label: string, children: ReactNode, disabled = false) => (
    <Button
      type="submit"
      name="intent"
      value={intent}
      weight="bare"
      aria-label={label}
      disabled={disabled}
      className="disabled:hidden"
    >
      {children}
    </Button>
  );
  return (
    <li id={`search-${id}`} className="scroll-mt-24 py-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Link to={path} className="text-base font-semibold break-words hover:text-accent-text">
          {name}
        </Link>
        {fresh === 0 ? null : <Mark>{t("searches.fresh", { count: fresh })}</Mark>}
        {pinned ? <Mark>{t("searches.pinned")}</Mark> : null}
        {followed ? <Mark>{t("searches.followed")}</Mark> : null}
      </div>
      {problem === null ? (
        <p className="mt-1 text-sm break-words text-ink-soft">
          {filters.length === 0 ? t("searches.everything") : filters.join(FACT_DOT)}
        </p>
      ) : (
        <p className="mt-1 text-sm break-words text-caution">
          {t("searches.outdated", { problem })}
        </p>
      )}
      <div className="mt-1 -ml-3 flex flex-wrap">
        <fetcher.Form method="post" preventScrollReset className="flex flex-wrap">
          <input type="hidden" name="id" value={id} />
          {pinned
            ? button("unpin", t("searches.unpinOf", { name }), t("searches.unpin"))
            : button("pin", t("searches.pinOf", { name }), t("searches.pinShort"))}
          {followed
            ? button("unfollow", t("searches.unfollowOf", { name }), t("searches.unfollow"))
            : button("follow", t("searches.followOf", { name }), t("searches.follow"))}
          {fresh === 0 ? null : button("seen", t("searches.seenOf", { name }), t("searches.seen"))}
          {button("delete", t("searches.deleteOf", { name }), t("searches.delete"))}
          {button(
            "up",
            t("searches.up", { name }),
            <ArrowUp aria-hidden className="size-4" />,
            isFirst,
          )}
          {button(
            "down",
            t("searches.down", { name }),
            <ArrowDown aria-hidden className="size-4" />,
            isLast,
          )}
        </fetcher.Form>
        <ButtonLink weight="bare" to={path} aria-label={t("searches.editOf", { name })}>
          {t("searches.edit")}
        </ButtonLink>
        <RenameForm
          key={name}
          id={id}
          name={name}
          failure={fetcher.data === undefined ? failure : undefined}
        />
      </div>
    </li>
  );
}

function RenameForm({
  id,
  name,
  failure,
}: {
  id: string;
  name: string;
  failure: FormFailure | undefined;
}) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  const shown = fetcher.data?.change === null ? fetcher.data.failure : failure;
  return (
    <details open={shown !== undefined} className="px-3 open:basis-full">
      <summary
        aria-label={t("searches.renameOf", { name })}
        className="inline-flex min-h-11 cursor-pointer items-center text-sm text-ink-soft hover:text-ink"
      >
        {t("searches.rename")}
      </summary>
      <fetcher.Form
        method="post"
        preventScrollReset
        noValidate
        aria-label={t("searches.renameOf", { name })}
        className="flex max-w-md flex-wrap items-end gap-3 pb-2"
      >
        <input type="hidden" name="id" value={id} />
        <div className="min-w-48 grow">
          <TextField
            label={t("searches.name")}
            name="name"
            defaultValue={name}
            maxLength={MAX_SEARCH_NAME_LENGTH}
            failure={shown}
          />
        </div>
        <Button type="submit" name="intent" value="rename">
          {t("searches.save")}
        </Button>
      </fetcher.Form>
    </details>
  );
}
