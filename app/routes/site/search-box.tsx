import { Search } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Form, Link, useLocation, useNavigate } from "react-router";
import type { Suggestion } from "~/features/listing/suggest/suggestion";
import { useSuggestions } from "~/features/listing/suggest/use-suggestions";
import { Portrait } from "~/features/credits/view/portrait";
import { useI18n } from "~/i18n/i18n-context";
import { coverSrcSet, coverUrl } from "~/artwork/cover-sizes";
import { classNames } from "~/ui/class-names";
import { useHydrated } from "~/ui/use-hydrated";

/** A form to Browse, enhanced into a combobox. `/` and Ctrl+K (Cmd+K) focus it. */
export function SearchBox() {
  const { pathname, search } = useLocation();
  const query =
    pathname === "/browse" ? (new URLSearchParams(search).get("search_query") ?? "") : "";
  return <Box key={query} query={query} />;
}

function Box({ query }: { query: string }) {
  const { t } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(typed);
  const shown = open && suggestions.length > 0;
  const chosen = shown ? suggestions[active] : undefined;
  useShortcut(input);

  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const leave = (): void => {
    close();
    setTyped("");
    if (input.current !== null) input.current.value = "";
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const count = suggestions.length;
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count > 0) {
      event.preventDefault();
      setOpen(true);
      // The first position is the input itself, where Enter searches.
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive(
        shown ? ((active + 1 + step + count + 1) % (count + 1)) - 1 : step > 0 ? 0 : count - 1,
      );
    } else if (event.key === "Escape" && shown) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && chosen !== undefined) {
      event.preventDefault();
      leave();
      void navigate(chosen.path);
    }
  };
  const onBlur = (event: FocusEvent<HTMLFormElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };

  return (
    <Form
      role="search"
      action="/browse"
      onSubmit={close}
      onBlur={onBlur}
      className="relative min-w-0 grow md:max-w-96"
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint"
      />
      <input
        ref={input}
        type="search"
        name="search_query"
        defaultValue={query}
        maxLength={256}
        placeholder={t("site.search")}
        aria-label={t("site.search")}
        aria-keyshortcuts="/ Control+K"
        autoComplete="off"
        enterKeyHint="search"
        {...(hydrated
          ? {
              role: "combobox",
              "aria-autocomplete": "list",
              "aria-expanded": shown,
              "aria-controls": listId,
              "aria-activedescendant": chosen === undefined ? undefined : `${listId}-${active}`,
            }
          : {})}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        className="min-h-11 w-full rounded-md border border-rule bg-sunken pr-3 pl-9 text-base text-ink placeholder:text-ink-faint hover:border-rule-strong md:pr-10 md:text-sm"
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 font-sans text-xs text-ink-faint md:block"
      >
        /
      </kbd>
      <p aria-live="polite" className="sr-only">
        {shown ? t("site.suggestions", { count: suggestions.length }) : null}
      </p>
      <ul
        id={listId}
        role="listbox"
        aria-label={t("site.suggestionList")}
        hidden={!shown}
        className="fixed inset-x-(--page-gutter) top-[calc(var(--header-height)+0.25rem)] z-40 max-h-[calc(100dvh-var(--header-height)-1rem)] overflow-y-auto rounded-lg border border-rule bg-raised p-1.5 shadow-2xl md:absolute md:inset-x-auto md:top-[calc(100%+0.5rem)] md:right-0 md:w-[28rem]"
      >
        {suggestions.map((suggestion, index) => (
          <SuggestionOption
            key={suggestion.path}
            id={`${listId}-${index}`}
            suggestion={suggestion}
            isActive={index === active}
            onChoose={leave}
          />
        ))}
      </ul>
    </Form>
  );
}

interface SuggestionOptionProps {
  id: string;
  suggestion: Suggestion;
  isActive: boolean;
  onChoose: () => void;
}

function SuggestionOption({ id, suggestion, isActive, onChoose }: SuggestionOptionProps) {
  const { path, title, line } = suggestion;
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
          "grid min-h-16 grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-3 rounded-md p-1.5 hover:bg-sunken forced-colors:aria-selected:outline",
          isActive && "bg-sunken ring-1 ring-rule-strong ring-inset",
        )}
      >
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
          <Portrait
            name={title.text}
            address={suggestion.image}
            width={40}
            className="rounded-sm"
          />
        )}
        <span className="min-w-0">
          <span lang={title.lang} className="line-clamp-2 text-sm leading-tight font-semibold">
            {title.text}
          </span>
          <span className="mt-0.5 block text-xs text-ink-faint">{line}</span>
        </span>
      </Link>
    </li>
  );
}

function useShortcut(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const slash =
        event.key === "/" &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        !isTyping(event.target);
      const palette =
        event.key.toLowerCase() === "k" &&
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey;
      if (!slash && !palette) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
