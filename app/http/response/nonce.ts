import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Hands the answer's nonce to the components that write inline scripts. */
export const NonceProvider = NonceContext.Provider;

/** The nonce while rendering on the server. Browsers hide it from scripts, so there it is undefined. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
