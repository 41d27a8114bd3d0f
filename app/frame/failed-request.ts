import { createContext, useContext, useState } from "react";

interface FailedRequest {
  id: string;
  /** Whether it failed since the disk is full. */
  isDiskFull: boolean;
}

const FailedRequestContext = createContext<FailedRequest | null>(null);

export const FailedRequestProvider = FailedRequestContext.Provider;

/** Attributes of the document, where the browser reads what the server rendered with. */
export function useFailedRequestAttributes(): Readonly<Record<`data-${string}`, string>> {
  const failed = useContext(FailedRequestContext);
  return failed === null
    ? {}
    : { "data-failed-request": failed.id, ...(failed.isDiskFull && { "data-disk-full": "" }) };
}

/** Returns null if nothing failed on the server. */
export function useFailedRequest(): FailedRequest | null {
  const rendered = useContext(FailedRequestContext);
  const [failed] = useState(() => rendered ?? readAttributes());
  return failed;
}

function readAttributes(): FailedRequest | null {
  if (typeof document === "undefined") return null;
  const { failedRequest, diskFull } = document.documentElement.dataset;
  return failedRequest === undefined
    ? null
    : { id: failedRequest, isDiskFull: diskFull !== undefined };
}
