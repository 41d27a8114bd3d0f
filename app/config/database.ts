import { isIP } from "node:net";
import type { z } from "zod";
import { errorMessage } from "~/errors/error-message";
import { readSecretFile } from "./secret-files";

/** A database that is not the embedded one. */
export interface RemoteDatabase {
  /** Without the parameters that `tls` was made of; with one host. */
  readonly url: string;
  /** The one that is no standby is connected to. If empty, the URL's host is, whatever it is. */
  readonly hosts: readonly DatabaseHost[];
  readonly tls: TlsSettings;
  /** Read for each connection, since it may hold a token that expires. */
  readonly passwordFile: string | null;
}

export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/** False: never. "prefer": where the server offers it, without verification. */
export type TlsSettings = false | "prefer" | TlsOptions;

/** As `tls.connect` takes them, with PEM. */
export interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly host?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly checkServerIdentity?: () => undefined;
}

export interface DatabaseVariables {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_READ_URLS?: readonly string[] | undefined;
  DATABASE_PASSWORD_FILE?: string | undefined;
}

const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const URLS = ["DATABASE_URL", "DATABASE_DIRECT_URL"] as const;
const DEFAULT_PORT = 5432;

/** The message is what is wrong with the variable. */
class DatabaseUrlError extends Error {
  override name = "DatabaseUrlError";
}

export function checkDatabase(values: DatabaseVariables, context: z.RefinementCtx): void {
  const report = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PASSWORD_FILE: file } = values;
  const readUrls = values.DATABASE_READ_URLS ?? [];
  if (DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined)
    report("DATABASE_URL", "must be the pooler's URL when DATABASE_DIRECT_URL is set");
  if (file !== undefined && DATABASE_URL === undefined)
    report("DATABASE_URL", "must be set when DATABASE_PASSWORD_FILE is");
  if (readUrls.length > 0 && DATABASE_URL === undefined)
    report("DATABASE_URL", "must be the primary's URL when DATABASE_READ_URLS is set");
  const check = (name: string, read: () => unknown) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof DatabaseUrlError)) throw error;
      report(name, error.message);
    }
  };
  for (const name of URLS) check(name, () => remoteDatabase(values[name], file));
  check("DATABASE_READ_URLS", () => readDatabases(readUrls, file));
  try {
    if (file !== undefined) readSecretFile(file);
  } catch (error) {
    report("DATABASE_PASSWORD_FILE", errorMessage(error));
  }
}

/**
 * Reads libpq's parameters for TLS (https://www.postgresql.org/docs/18/libpq-ssl.html), most of
 * which the driver would send to the server. Expects values that `checkDatabase` accepted.
 */
export function remoteDatabase(
  text: string | undefined,
  passwordFile: string | undefined,
): RemoteDatabase | null {
  if (text === undefined) return null;
  const [base = "", query = ""] = text.split(/\?(.*)/s);
  const [, start = "", authority = "", path = ""] = /^(\w+:\/\/)([^/]*)(.*)$/s.exec(base) ?? [];
  if (passwordFile !== undefined && /^[^@]*:[^@]*@/.test(authority))
    throw new DatabaseUrlError("must have no password when DATABASE_PASSWORD_FILE is set");
  const parameters = new URLSearchParams(query);
  const hostList = authority.replace(/^.*@/s, "");
  const tls = readTls(parameters, hostList);
  const hosts = readHosts(parameters, hostList);
  const oneHost = `${start}${authority.slice(0, -hostList.length || undefined)}${hostList.replace(/,.*/s, "")}${path}`;
  const rest = parameters.toString();
  return {
    url: rest === "" ? oneHost : `${oneHost}?${rest}`,
    hosts,
    tls,
    passwordFile: passwordFile ?? null,
  };
}

/** Returns replicas, each with one host. Expects values that `checkDatabase` accepted. */
export function readDatabases(
  urls: readonly string[],
  passwordFile: string | undefined,
): RemoteDatabase[] {
  if (new Set(urls).size < urls.length) throw new DatabaseUrlError("must name each replica once");
  return urls.map((url) => {
    if (!/^postgres(ql)?:\/\/[^/?]/.test(url))
      throw new DatabaseUrlError(
        "must be a comma-separated list of URLs that start with postgres:// and name one host each",
      );
    const database = remoteDatabase(url, passwordFile);
    if (database === null) throw new DatabaseUrlError("must not be empty");
    return database;
  });
}

/** Empty for one host, which may be a standby. Removes what it reads. */
function readHosts(parameters: URLSearchParams, hostList: string): DatabaseHost[] {
  const wanted = parameters.get("target_session_attrs");
  parameters.delete("target_session_attrs");
  if (wanted !== null && wanted !== "any" && wanted !== "read-write" && wanted !== "primary")
    throw new DatabaseUrlError(
      `has target_session_attrs=${wanted}, which cannot be written to: set read-write`,
    );
  const parts = hostList.split(",");
  if (parts.length === 1 && (wanted === null || wanted === "any")) return [];
  if (wanted === "any")
    throw new DatabaseUrlError("has several hosts, of which one is written to: set read-write");
  return parts.map((part) => {
    const [, host, port] = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(part) ?? [];
    if (host === undefined)
      throw new DatabaseUrlError(`has "${part}", which is neither host nor host:port`);
    return {
      host: decodeURIComponent(host.replace(/^\[|\]$/g, "")),
      port: Number(port ?? DEFAULT_PORT),
    };
  });
}

/** Removes what it reads. */
function readTls(parameters: URLSearchParams, hosts: string): TlsSettings {
  const take = (name: string) => {
    const value = parameters.get(name);
    parameters.delete(name);
    return value;
  };
  if (take("channel_binding") === "require")
    throw new DatabaseUrlError(
      "has channel_binding=require, which is not supported: remove it, and set sslmode=verify-full",
    );
  const rootFile = take("sslrootcert");
  const files = {
    ca: rootFile === "system" ? undefined : readFile("sslrootcert", rootFile),
    cert: readFile("sslcert", take("sslcert")),
    key: readFile("sslkey", take("sslkey")),
  };
  if ((files.cert === undefined) !== (files.key === undefined))
    throw new DatabaseUrlError("must have both sslcert and sslkey, or neither");
  // `ssl=true` is the driver's own.
  const driverMode = { true: "verify-full", false: "disable" }[take("ssl") ?? ""];
  const system = rootFile === "system" ? "verify-full" : undefined;
  const mode = take("sslmode") ?? driverMode ?? system ?? "disable";
  if (!MODES.includes(mode))
    throw new DatabaseUrlError(`has sslmode=${mode}, which is none of ${MODES.join(", ")}`);
  const unknown = [...parameters.keys()].find((name) => /^ssl(?!negotiation$)/.test(name));
  if (unknown !== undefined) throw new DatabaseUrlError(`has ${unknown}, which is not supported`);
  const isVerified = mode.startsWith("verify-") || (mode === "require" && rootFile !== null);
  if (!isVerified && rootFile !== null)
    throw new DatabaseUrlError(`has sslrootcert, which sslmode=${mode} ignores: set verify-full`);
  if (mode === "disable") return false;
  if (mode === "allow" || mode === "prefer") return "prefer";
  return {
    ...Object.fromEntries(Object.entries(files).filter(([, text]) => text !== undefined)),
    rejectUnauthorized: isVerified,
    ...(mode === "verify-full" ? identityOf(hosts) : { checkServerIdentity: () => undefined }),
  };
}

/** The driver names the host to verify where it is a name. */
function identityOf(hosts: string): { host?: string } {
  const names = hosts.split(",").map((host) => host.replace(/:\d*$/, "").replace(/^\[|\]$/g, ""));
  const address = names.find((name) => isIP(name) !== 0);
  if (address === undefined) return {};
  if (names.length > 1)
    throw new DatabaseUrlError("must have names instead of IP addresses for sslmode=verify-full");
  return { host: address };
}

function readFile(name: string, path: string | null): string | undefined {
  if (path === null) return undefined;
  try {
    return readSecretFile(path);
  } catch (error) {
    throw new DatabaseUrlError(`has ${name}=${path}, which ${errorMessage(error)}`);
  }
}
