import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { loadWords } from "~/language/load-words";
import { DEFAULT_LOCALE, readLocale } from "~/language/locales";

/** The page was written in one language; its scripts need the messages of the same one, which the document has asked for already. */
async function start(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>("link[data-words]");
  if (link !== null)
    await loadWords(readLocale(link.dataset["words"]) ?? DEFAULT_LOCALE, link.href);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}

// Without its messages the page stays as the server wrote it: links and forms work.
start().catch((error: unknown) => console.warn(error));
