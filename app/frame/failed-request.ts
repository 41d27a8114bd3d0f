import { createContext, useContext, useState } from "react";

const FailedRequestContext = createContext<string | null>(null);

export const FailedRequestProvider = FailedRequestContext.Provider;

export function useFailedRequestAttribute(): string | undefined {
  return useContext(FailedRequestContext) ?? undefined;
}

/** Returns null if nothing failed on the server. */
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
