import { X } from "lucide-react";
import { Link } from "react-router";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { Cover } from "~/features/catalog/view/cards/cover";
import { formatCardFacts } from "~/features/catalog/view/facts";
import { COLLECTION_TYPES, type CollectionType } from "~/features/watch-list/collection-types";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Mark } from "~/ui/chip";
import { classNames } from "~/ui/class-names";
import { useChangeForm, type ShowResult } from "~/ui/changes/use-action-message";
import { Select } from "~/ui/forms/field";
import { Score } from "~/ui/score";

export interface ListEntry {
  card: AnimeCardData;
  type: CollectionType;
  /** The state of an imported list beyond the type, such as On-Hold. */
  importedState: string | null;
  /**
   * The number of watched episodes, here or in the imported list, whichever is larger; null for
   * none.
   */
  seen: number | null;
  /** Imported, 1 to 10. */
  ownScore: number | null;
}

/**
 * An entry with the forms that move and remove it, updated optimistically. Without JavaScript the
 * select has a submit button.
 */
export function EntryRow({
  entry: { card, type, importedState, seen, ownScore },
  tell,
}: {
  entry: ListEntry;
  tell: ShowResult;
}) {
  const i18n = useI18n();
  const { t, label, formatNumber } = i18n;
  const fetcher = useChangeForm(tell);
  const sent = fetcher.formData;
  // Transparent instead of removed, so that focus can return.
  const leaves =
    sent !== undefined && (sent.get("intent") === "remove" || sent.get("type") !== type);
  return (
    <li
      className={classNames(
        "grid grid-cols-[3.25rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 border-b border-rule py-3 transition-opacity sm:grid-cols-[3.25rem_minmax(0,1fr)_auto]",
        leaves && "opacity-0",
      )}
    >
      {/* A duplicate of the title's link, hidden from keyboards and screen readers. */}
      <Link
        to={card.path}
        prefetch="intent"
        aria-hidden
        tabIndex={-1}
        className="max-sm:row-span-2 max-sm:self-start"
      >
        <Cover
          id={card.id}
          color={card.color}
          spine={null}
          sizes="3.25rem"
          className="rounded-sm"
        />
      </Link>
      <Link to={card.path} prefetch="intent" className="group min-w-0">
        <span
          lang={card.title.lang}
          className="line-clamp-2 text-sm font-semibold group-hover:text-accent-text"
        >
          {card.title.text}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-faint">
          {formatCardFacts(i18n, card)}
          <Score score={card.score} />
          {seen === null ? null : (
            <span className="text-ink-soft">
              {card.episodes === null
                ? t("list.seen", { seen: formatNumber(seen) })
                : t("list.seenOf", { seen: formatNumber(seen), all: formatNumber(card.episodes) })}
            </span>
          )}
          {ownScore === null ? null : (
            <span className="text-ink-soft">
              {t("list.ownScore", { score: formatNumber(ownScore) })}
            </span>
          )}
          {importedState === null ? null : <Mark>{label("state", importedState)}</Mark>}
        </span>
      </Link>
      <fetcher.Form method="post" className="flex items-center gap-1">
        <input type="hidden" name="animeId" value={card.id} />
        <Select
          // Remounts after an error, to show the stored type.
          key={`${type} ${String(fetcher.state === "idle" && fetcher.data?.change === null)}`}
          name="type"
          aria-label={t("list.collectionOf", { title: card.title.text })}
          defaultValue={type}
          options={COLLECTION_TYPES.map((name) => [name, label("collection", name)])}
          className="w-36"
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        />
        <noscript>
          <Button type="submit" weight="bare">
            {t("list.move")}
          </Button>
        </noscript>
        <Button
          type="submit"
          weight="bare"
          name="intent"
          value="remove"
          aria-label={t("list.remove", { title: card.title.text })}
        >
          <X aria-hidden className="size-4" />
        </Button>
      </fetcher.Form>
    </li>
  );
}
