import { createKeyedMutex, type KeyedMutex } from "~/concurrency/keyed-mutex";
import type { Config } from "~/config/config.server";
import { workerFile } from "~/config/worker-file.server";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import type { LimitStore } from "~/providers/limits/limit-store.server";
import { createOpenIdProvider, type OpenIdProvider } from "~/providers/openid/provider.server";
import type { Keyring } from "~/secrets/keyring.server";
import type { Database } from "~db/client.server";
import { createPasswordHasher, type PasswordHasher } from "./password/password-hasher.server";
import { createFailureCounts } from "./sign-in/failure-counts";
import { createSharedFailureCounts } from "./sign-in/shared-failure-counts.server";
import { createSignInThrottle, type SignInThrottle } from "./sign-in/sign-in-throttle";

export interface AccountServices {
  db: Database;
  keyring: Keyring;
  hasher: PasswordHasher;
  throttle: SignInThrottle;
  signUpMutex: KeyedMutex;
  /** Whether users sign up and in with passwords, beside providers and passkeys. */
  passwords: boolean;
  /** The providers, in the order of their buttons. */
  providers: readonly OpenIdProvider[];
}

interface AccountServicesOptions {
  config: Config;
  root: string;
  db: Database;
  keyring: Keyring;
  limitStore: LimitStore | null;
}

/** Limits of one request to the provider; a whole sign-in has its own deadline. */
const PROVIDER_LIMITS = { timeoutMs: 8_000, maxBytes: 1024 * 1024 };

/** Builds what signs users up and in. */
export function createAccountServices({
  config,
  root,
  db,
  keyring,
  limitStore,
}: AccountServicesOptions): AccountServices {
  const counts = createFailureCounts();
  return {
    db,
    keyring,
    hasher: createPasswordHasher({
      workerFile: workerFile(
        root,
        "app/features/accounts/password",
        "password-worker",
        "password-worker.mjs",
      ),
      cost: config.bcryptCost,
      lowPriority: config.production,
    }),
    throttle: createSignInThrottle({
      counts: limitStore === null ? counts : createSharedFailureCounts(limitStore, counts),
    }),
    signUpMutex: createKeyedMutex(),
    passwords: config.passwords,
    providers: config.oauthClients.map((client) =>
      createOpenIdProvider(client, createOperatorFetch(PROVIDER_LIMITS)),
    ),
  };
}
