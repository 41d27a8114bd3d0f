import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, useLocation } from "react-router";

/** The search of the header: a plain form to Browse. `/` and Ctrl+K (Cmd+K) put the cursor into it. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const { pathname, search } = useLocation();
  const query = pathname === "/browse" ? (new URLSearchParams(search).get("search_query") ?? "") : "";

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
      const palette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!slash && !palette) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <Form role="search" action="/browse" className="relative min-w-0 grow md:max-w-96">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint" />
      <input
        ref={input}
        key={query}
        type="search"
        name="search_query"
        defaultValue={query}
        maxLength={256}
        placeholder="Search titles"
        aria-label="Search titles"
        aria-keyshortcuts="/ Control+K"
        autoComplete="off"
        enterKeyHint="search"
        className="min-h-11 w-full rounded-md border border-rule bg-sunken pr-3 pl-9 text-base text-ink placeholder:text-ink-faint hover:border-rule-strong md:pr-10 md:text-sm"
      />
      <kbd aria-hidden className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 font-sans text-xs text-ink-faint md:block">
        /
      </kbd>
    </Form>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
