import postgres from "postgres";
import type { RemoteDatabase } from "~/config/database";
import { readPassword } from "./password-file";
import { createPrimarySocket } from "./primary-socket.server";

/** A server from the settings or the embedded one, or a URL as given. */
export type DatabaseTarget = RemoteDatabase | postgres.Options<Record<string, never>> | string;

/** Creates the driver's client; of several hosts, it connects to the one that accepts writes. */
export function connectTo(
  target: DatabaseTarget,
  settings: postgres.Options<Record<string, postgres.PostgresType>>,
): postgres.Sql {
  if (typeof target === "string") return postgres(target, settings);
  if (!("tls" in target))
    return postgres({ ...settings, ...target, connection: { ...settings.connection } });
  const { url, hosts, tls, passwordFile } = target;
  return postgres(url, {
    ...settings,
    ssl: tls,
    ...(passwordFile === null ? {} : { password: () => readPassword(passwordFile) }),
    ...(hosts.length === 0
      ? {}
      : { socket: () => createPrimarySocket(target), target_session_attrs: "primary" }),
  });
}

/** For operators: host and port. */
export function targetName(target: DatabaseTarget): string {
  if (typeof target !== "string" && !("tls" in target))
    return `${String(target.host)}:${String(target.port)}`;
  const { hostname, port } = new URL(typeof target === "string" ? target : target.url);
  return `${decodeURIComponent(hostname)}:${port === "" ? "5432" : port}`;
}
