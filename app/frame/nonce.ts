import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

export const NonceProvider = NonceContext.Provider;

/** Returns the nonce; undefined in browsers, which hide nonces from scripts. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
