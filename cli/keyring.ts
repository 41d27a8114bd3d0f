import type { Config } from "~/config/config.server";
import { loadSessionSecret } from "~/http/session/session-secret.server";
import { createKeyring, type Keyring } from "~/secrets/keyring.server";

/** Returns the keys of stored secrets that the site has with these settings. */
export function loadKeyring({ secretsKeys, session, dataDir }: Config): Keyring {
  return createKeyring(secretsKeys, session.secrets ?? [loadSessionSecret(dataDir)]);
}
