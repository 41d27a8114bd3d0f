import { createContext, useContext, useState } from "react";

const FailedRequestContext = createContext<string | null>(null);

/** Tells a page that is answered with a failure of ours the id of its request. */
export const FailedRequestProvider = FailedRequestContext.Provider;

/** The id as the root element carries it, so that the browser's scripts find it too. Null for a page that has not failed. */
export function useFailedRequestAttribute(): string | undefined {
  return useContext(FailedRequestContext) ?? undefined;
}

/** The id of the request whose failure this page is, for the person to pass on; null where nothing failed on the server. */
export function useFailedRequest(): string | null {
  const rendered = useContext(FailedRequestContext);
  const [id] = useState(
    () =>
      rendered ??
      (typeof document === "undefined"
        ? null
        : (document.documentElement.dataset["failedRequest"] ?? null)),
  );
  return id;
}
