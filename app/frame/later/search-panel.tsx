import { href, Link } from "react-router";
import { History, Search, X } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
} from "react";
import { coverSrcSet, coverUrl } from "~/artwork/cover-sizes";
import { Portrait } from "~/features/credits/view/portrait";
import type { Suggestion } from "~/features/listing/suggest/suggestion";
import { useSuggestions } from "~/features/listing/suggest/use-suggestions";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
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
  const { items, isEmpty } = useSuggestions(query);
  const recent = useRecentSearches({ isSignedIn, isNeeded: open && query === "" });
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
  const isShown = open && (paths.length > 0 || isEmpty || hasRecent);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {isShown && items.length > 0 ? t("site.suggestions", { count: items.length }) : null}
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
        <ul
          id={id}
          role="listbox"
          aria-label={t("site.suggestionList")}
          hidden={items.length === 0}
        >
          {items.map((suggestion, index) => (
            <Option
              key={suggestion.path}
              id={`${id}-${index}`}
              path={suggestion.path}
              isActive={index === active}
              onChoose={onChoose}
              className="min-h-16"
            >
              <SuggestionLines suggestion={suggestion} />
            </Option>
          ))}
          {items.length === 0 ? null : (
            <Option
              id={`${id}-${items.length}`}
              path={allPath}
              isActive={items.length === active}
              onChoose={() => {
                recent.record(query);
                onChoose();
              }}
              className="min-h-11 text-sm font-medium text-accent-text"
            >
              <Search aria-hidden className="size-4 justify-self-center" />
              <span className="truncate">{t("site.allResults", { query })}</span>
            </Option>
          )}
        </ul>
        {isEmpty && query !== "" ? (
          <div className="px-2.5 py-2 text-sm">
            <p className="font-semibold break-words">{t("site.noTitlesFor", { query })}</p>
            <p className="mt-1 text-ink-soft">{t("site.noTitlesTry")}</p>
          </div>
        ) : null}
        {hasRecent ? <RecentSearches {...recent} onChoose={onChoose} onEscape={onEscape} /> : null}
      </div>
    </>
  );
}

interface OptionProps {
  id: string;
  path: string;
  isActive: boolean;
  onChoose: () => void;
  className: string;
  children: ReactNode;
}

function Option({ id, path, isActive, onChoose, className, children }: OptionProps) {
  return (
    <li role="none">
      <Link
        id={id}
        to={path}
        role="option"
        aria-selected={isActive}
        tabIndex={-1}
        ref={(element) => {
          if (isActive) element?.scrollIntoView({ block: "nearest" });
        }}
        // Keeps the focus in the input until the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onChoose}
        className={classNames(
          "grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-3 rounded-md p-1.5 hover:bg-sunken forced-colors:aria-selected:outline",
          isActive && "bg-sunken ring-1 ring-rule-strong ring-inset",
          className,
        )}
      >
        {children}
      </Link>
    </li>
  );
}

function SuggestionLines({ suggestion }: { suggestion: Suggestion }) {
  const { title, line } = suggestion;
  const match = suggestion.kind === "title" ? suggestion.match : undefined;
  return (
    <>
      {suggestion.kind === "title" ? (
        <span className="poster rounded-sm bg-rule">
          <img
            src={coverUrl(suggestion.id, 120)}
            srcSet={coverSrcSet(suggestion.id)}
            sizes="2.5rem"
            alt=""
            width={40}
            height={60}
            loading="lazy"
            decoding="async"
          />
        </span>
      ) : (
        <Portrait name={title.text} url={suggestion.image} width={40} className="rounded-sm" />
      )}
      <span className="min-w-0">
        <span lang={title.lang} className="line-clamp-2 text-sm leading-tight font-semibold">
          {title.text}
        </span>
        {match === undefined ? null : (
          <span lang={match.lang} className="mt-0.5 block truncate text-xs text-ink-soft">
            {match.text}
          </span>
        )}
        <span className="mt-0.5 block text-xs text-ink-faint">{line}</span>
      </span>
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
