import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's page and the first render of the browser, true as soon as the page's script runs. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
