import postgres from "postgres";
import type { RemoteDatabase } from "~/config/database";
import { readPassword } from "./password-file";
import { createPrimarySocket } from "./primary-socket.server";

/** Of the settings, of the embedded server, or a URL as it is. */
export type DatabaseTarget = RemoteDatabase | postgres.Options<Record<string, never>> | string;

/** Of a target with several hosts, to the one that can be written to. */
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
