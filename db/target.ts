import postgres from "postgres";
import type { RemoteDatabase } from "~/config/database";
import { readPassword } from "./password-file";

/** A server from the settings or the embedded one, or a URL as given. */
export type DatabaseTarget = RemoteDatabase | postgres.Options<Record<string, never>> | string;

/** Creates the driver's client. */
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
