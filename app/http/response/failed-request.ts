import { createContext, useContext, useState } from "react";

const FailedRequestContext = createContext<string | null>(null);

export const FailedRequestProvider = FailedRequestContext.Provider;

/** The id as an attribute of the root element, for hydration. Undefined without a failure. */
export function useFailedRequestAttribute(): string | undefined {
  return useContext(FailedRequestContext) ?? undefined;
}

/** The id of the failed request, for support; null if nothing failed on the server. */
export function useFailedRequestId(): string | null {
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
