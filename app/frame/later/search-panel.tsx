import { href, Link } from "react-router";
import { History, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import { useSuggestions } from "~/features/listing/suggest/use-suggestions";
import { useI18n } from "~/i18n/i18n-context";
import { ChangeToast } from "~/ui/changes/change-toast";
import { SuggestionList } from "./suggestion-list";
import { useMarking } from "./use-marking";
import { useRecentSearches } from "./use-recent-searches";
import { withQuery } from "~/ui/with-query";

export interface SearchPanelProps {
  ref: RefObject<HTMLDivElement | null>;
  id: string;
  typed: string;
  open: boolean;
  active: number;
  isSignedIn: boolean;
  searchPath: (query: string) => string;
  /** The paths that arrow keys go through, in order; the last is of all results. */
  onOptions: (paths: readonly string[]) => void;
  onChoose: () => void;
  onEscape: () => void;
}

/** Suggestions for what is typed; recent searches while nothing is. */
export function SearchPanel({
  ref,
  id,
  typed,
  open,
  active,
  isSignedIn,
  searchPath,
  onOptions,
  onChoose,
  onEscape,
}: SearchPanelProps) {
  const { t } = useI18n();
  const query = typed.trim();
  const { items, isEmpty, reload } = useSuggestions(query);
  const marking = useMarking(reload);
  const recent = useRecentSearches({ isSignedIn, isNeeded: open && query === "" });
  const focusInput = useCallback(
    () => ref.current?.closest("form")?.querySelector<HTMLInputElement>("[type=search]")?.focus(),
    [ref],
  );
  const allPath = searchPath(query);
  const paths = items.length === 0 ? [] : [...items.map(({ path }) => path), allPath];
  const key = paths.join("\n");
  // This runs before the options are painted: a key pressed at their sight chooses among them.
  useLayoutEffect(() => onOptions(key === "" ? [] : key.split("\n")), [key, onOptions]);
  const { record } = recent;
  useEffect(() => {
    const form = ref.current?.closest("form");
    const onSubmit = (): void => {
      const text =
        form === null || form === undefined ? null : new FormData(form).get("search_query");
      if (typeof text === "string") record(text);
    };
    form?.addEventListener("submit", onSubmit);
    return () => form?.removeEventListener("submit", onSubmit);
  }, [ref, record]);
  const hasRecent = query === "" && recent.searches.length > 0;
  const hasActions = items.some((item) => item.kind === "title" && item.own?.action);
  const isShown = open && (paths.length > 0 || isEmpty || hasRecent);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {isShown && items.length > 0 ? t("site.suggestions", { count: items.length }) : null}
        {isShown && hasActions ? `, ${t("site.suggestionTab")}` : null}
        {isShown && isEmpty ? t("site.noTitles") : null}
        {query === "" && recent.removed !== null
          ? t("historyDone.removed", { query: recent.removed })
          : null}
      </p>
      <div
        ref={ref}
        hidden={!isShown}
        className="fixed inset-x-(--page-gutter) top-[calc(var(--header-height)+0.25rem)] z-40 max-h-[calc(100dvh-var(--header-height)-1rem)] overflow-y-auto rounded-lg border border-rule bg-raised p-1.5 shadow-2xl md:absolute md:inset-x-auto md:top-[calc(100%+0.5rem)] md:right-0 md:w-[28rem]"
      >
        <SuggestionList
          id={id}
          items={items}
          query={query}
          allPath={allPath}
          active={active}
          onChoose={onChoose}
          onChooseAll={() => {
            recent.record(query);
            onChoose();
          }}
          onMark={(animeId, episode) => marking.mark(animeId, episode)}
          onEscape={onEscape}
          onActionGone={focusInput}
        />
        {isEmpty && query !== "" ? (
          <div className="px-2.5 py-2 text-sm">
            <p className="font-semibold break-words">{t("site.noTitlesFor", { query })}</p>
            <p className="mt-1 text-ink-soft">{t("site.noTitlesTry")}</p>
          </div>
        ) : null}
        {hasRecent ? <RecentSearches {...recent} onChoose={onChoose} onEscape={onEscape} /> : null}
      </div>
      {/* Its form may not be inside the form of the search. */}
      {marking.result === null
        ? null
        : createPortal(
            <ChangeToast result={marking.result} action={marking.action} />,
            document.body,
          )}
    </>
  );
}

interface RecentSearchesProps {
  searches: readonly string[];
  remove: (query: string) => void;
  onChoose: () => void;
  onEscape: () => void;
}

function RecentSearches({ searches, remove, onChoose, onEscape }: RecentSearchesProps) {
  const { t } = useI18n();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === "Escape") return onEscape();
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return undefined;
    event.preventDefault();
    const links = [...event.currentTarget.querySelectorAll("a")];
    const row = links.findIndex((link) => link.closest("li")?.contains(document.activeElement));
    const next = links[row + (event.key === "ArrowDown" ? 1 : -1)];
    if (next === undefined) return event.key === "ArrowUp" ? onEscape() : undefined;
    return next.focus();
  };
  return (
    <section aria-label={t("history.recent")} onKeyDown={onKeyDown}>
      <h2 className="px-2.5 pt-1.5 pb-1 font-sans text-xs font-medium tracking-normal text-ink-faint">
        {t("history.recent")}
      </h2>
      <ul>
        {searches.map((query, index) => (
          <li key={query} className="flex items-center rounded-md hover:bg-sunken">
            <Link
              to={withQuery(href("/browse"), { search_query: query })}
              onClick={onChoose}
              className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-md pl-2.5 text-sm"
            >
              <History aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <span className="truncate">{query}</span>
            </Link>
            <button
              type="button"
              aria-label={t("history.removeRecent", { query })}
              onClick={(event) => {
                const items = event.currentTarget.closest("ul")?.querySelectorAll("button");
                const next = items?.[index + 1] ?? items?.[index - 1];
                if (next === undefined) onEscape();
                else next.focus();
                remove(query);
              }}
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink-faint hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
