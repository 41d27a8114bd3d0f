import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Form, useLocation, useNavigate, href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { lazyPart } from "~/ui/lazy-part";
import { useShownValue } from "~/ui/forms/typing";
import { useHydrated } from "~/ui/use-hydrated";
import type { SearchPanelProps } from "./later/search-panel";
import { withQuery } from "~/ui/with-query";
import { icon } from "~/ui/icons";

/** Offline, the box is a plain form. */
const SearchPanel = lazyPart<SearchPanelProps>(async () => {
  const panel = await import("./later/search-panel").catch(() => null);
  return panel === null ? () => null : panel.SearchPanel;
});

const SEARCH_PARAMETER = "search_query";

interface SearchBoxProps {
  isSignedIn: boolean;
}

/**
 * A form to Browse, enhanced into a combobox. `/` and Ctrl+K (Cmd+K) focus it. On Browse it is the
 * field for the title, and keeps the filters.
 */
export function SearchBox({ isSignedIn }: SearchBoxProps) {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(pathname === href("/browse") ? search : "");
  const query = parameters.get(SEARCH_PARAMETER) ?? "";
  for (const name of [SEARCH_PARAMETER, "order_by", "page_number"]) parameters.delete(name);
  return <Box query={query} filters={[...parameters]} isSignedIn={isSignedIn} />;
}

interface BoxProps extends SearchBoxProps {
  query: string;
  filters: [name: string, value: string][];
}

function Box({ query, filters, isSignedIn }: BoxProps) {
  const { t } = useI18n();
  const input = useShownValue(query);
  const panel = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [isUsed, setUsed] = useState(false);
  const [typed, setTyped] = useState(query);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [options, setOptions] = useState<readonly string[]>([]);
  const shown = open && options.length > 0;
  const chosen = shown ? options[active] : undefined;
  // Suggestions are of what the field shows after Back, too.
  useEffect(() => setTyped(input.current?.value ?? ""), [input, query]);
  useShortcut(input);

  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const leave = (): void => {
    close();
    if (input.current !== null) clear(input.current);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const count = options.length;
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (isArrow && count > 0) {
      event.preventDefault();
      setOpen(true);
      setActive(stepFrom(shown ? active : -1, event.key === "ArrowDown" ? 1 : -1, count));
    } else if (event.key === "ArrowDown") {
      setOpen(true);
      const link = panel.current?.querySelector("a");
      if (link) {
        event.preventDefault();
        link.focus();
      }
    } else if (event.key === "Escape" && panel.current?.hidden === false) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && chosen !== undefined && active < count - 1) {
      event.preventDefault();
      leave();
      void navigate(chosen);
    }
  };
  const onBlur = (event: FocusEvent<HTMLFormElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };

  return (
    <Form
      role="search"
      action={href("/browse")}
      onSubmit={close}
      onBlur={onBlur}
      className="relative min-w-0 grow md:max-w-96"
    >
      {filters.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {icon(
        "search",
        "pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-faint",
      )}
      <input
        ref={input}
        type="search"
        name={SEARCH_PARAMETER}
        defaultValue={query}
        maxLength={256}
        placeholder={t("site.search")}
        aria-label={t("site.search")}
        aria-keyshortcuts="/ Control+K"
        autoComplete="off"
        enterKeyHint="search"
        {...(hydrated
          ? comboboxAttributes(panelId, shown, chosen === undefined ? null : active)
          : {})}
        onFocus={({ currentTarget: { value } }) => {
          setUsed(true);
          setTyped(value);
          // A search that was made is offered again only when it is edited.
          if (value === "") setOpen(true);
        }}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        className="min-h-11 w-full rounded-md border border-rule bg-sunken pr-2 pl-9 text-base text-ellipsis text-ink placeholder:text-ink-faint max-[22rem]:placeholder:text-transparent hover:border-rule-strong md:pr-10 md:text-sm"
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 font-sans text-xs text-ink-faint md:block"
      >
        /
      </kbd>
      {isUsed ? (
        <SearchPanel
          ref={panel}
          id={panelId}
          typed={typed}
          open={open}
          active={active}
          isSignedIn={isSignedIn}
          searchPath={(text) => searchPath(filters, text)}
          onOptions={setOptions}
          onChoose={leave}
          onEscape={() => {
            input.current?.focus();
            close();
          }}
        />
      ) : null}
    </Form>
  );
}

/** Leaves the field, too, as the next page has the focus. */
function clear(field: HTMLInputElement): void {
  field.value = "";
  field.blur();
}

/** The option after an arrow key. The one at -1 is the input itself, where Enter searches. */
function stepFrom(active: number, step: 1 | -1, count: number): number {
  return ((active + 1 + step + count + 1) % (count + 1)) - 1;
}

function comboboxAttributes(panelId: string, isExpanded: boolean, active: number | null) {
  return {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": isExpanded,
    "aria-controls": panelId,
    "aria-activedescendant": active === null ? undefined : `${panelId}-${active}`,
  } as const;
}

function useShortcut(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const isCommand = event.ctrlKey || event.metaKey;
      const isShortcut = isCommand
        ? event.key.toLowerCase() === "k" && !event.shiftKey
        : event.key === "/" && !takesText(event.target);
      if (!isShortcut || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input]);
}

function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Browse with its filters kept and another text. */
function searchPath(filters: [string, string][], text: string): string {
  return withQuery(href("/browse"), new URLSearchParams([...filters, [SEARCH_PARAMETER, text]]));
}
