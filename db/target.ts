import postgres from "postgres";
import type { RemoteDatabase } from "~/config/database";
import { readSecretFile } from "~/config/secret-files";

/** Of the settings, of the embedded server, or a URL as it is. */
export type DatabaseTarget = RemoteDatabase | postgres.Options<Record<string, never>> | string;

export function connectTo(
  target: DatabaseTarget,
  settings: postgres.Options<Record<string, postgres.PostgresType>>,
): postgres.Sql {
  if (typeof target === "string") return postgres(target, settings);
  if (!("tls" in target))
    return postgres({ ...settings, ...target, connection: { ...settings.connection } });
  const { url, tls, passwordFile } = target;
  return postgres(url, {
    ...settings,
    ssl: tls,
    ...(passwordFile === null ? {} : { password: () => readPassword(passwordFile) }),
  });
}

/** By file, for while it is being replaced: the driver has no way to fail here. */
const lastPasswords = new Map<string, string>();

function readPassword(path: string): string {
  try {
    lastPasswords.set(path, readSecretFile(path));
  } catch {
    // Without any, the server's refusal is the error.
  }
  return lastPasswords.get(path) ?? "";
}
