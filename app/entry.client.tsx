import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { ignoreSkippedTransitions } from "./ui/skipped-transitions";
import { installTrustedTypes } from "./ui/trusted-types";
import { loadI18n } from "./i18n/load-i18n";
import { DEFAULT_LOCALE, parseLocale } from "./i18n/locales";

installTrustedTypes();
ignoreSkippedTransitions();

async function start(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>("link[data-messages]");
  const url = link?.getAttribute("href");
  // React would insert a second link for the absolute URL that `href` is.
  if (link && url) await loadI18n(parseLocale(link.dataset["messages"]) ?? DEFAULT_LOCALE, url);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}

// Links and forms work without hydration.
start().catch((error: unknown) => console.warn(error));
