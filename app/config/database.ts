import { isIP } from "node:net";
import type { z } from "zod";
import { errorMessage } from "~/errors/error-message";
import { readSecretFile } from "./secret-files";

/** A database that is not the embedded one. */
export interface RemoteDatabase {
  /** The URL without the parameters that `tls` was made of. */
  readonly url: string;
  readonly tls: TlsSettings;
  /** The file is read for each connection, since it may hold a token that expires. */
  readonly passwordFile: string | null;
}

/**
 * TLS is never used if false. "prefer" uses it where the server offers it, without verification.
 */
export type TlsSettings = false | "prefer" | TlsOptions;

/** Options of `tls.connect`, with certificates and keys as PEM. */
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
  DATABASE_PASSWORD_FILE?: string | undefined;
}

const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const URLS = ["DATABASE_URL", "DATABASE_DIRECT_URL"] as const;

/** The message is what is wrong with the variable. */
class DatabaseUrlError extends Error {
  override name = "DatabaseUrlError";
}

export function checkDatabase(values: DatabaseVariables, context: z.RefinementCtx): void {
  const report = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PASSWORD_FILE: file } = values;
  if (DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined)
    report("DATABASE_URL", "must be the pooler's URL when DATABASE_DIRECT_URL is set");
  if (file !== undefined && DATABASE_URL === undefined)
    report("DATABASE_URL", "must be set when DATABASE_PASSWORD_FILE is");
  for (const name of URLS)
    try {
      remoteDatabase(values[name], file);
    } catch (error) {
      if (!(error instanceof DatabaseUrlError)) throw error;
      report(name, error.message);
    }
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
  const authority = /^\w+:\/\/([^/]*)/.exec(base)?.[1] ?? "";
  if (passwordFile !== undefined && /^[^@]*:[^@]*@/.test(authority))
    throw new DatabaseUrlError("must have no password when DATABASE_PASSWORD_FILE is set");
  const parameters = new URLSearchParams(query);
  const host = authority.replace(/^.*@/s, "");
  if (host.includes(","))
    throw new DatabaseUrlError(
      "has several hosts: name one address that leads to the server which takes writes (docs/scaling.md)",
    );
  takeSessionAttributes(parameters);
  const tls = readTls(parameters, host);
  const rest = parameters.toString();
  return {
    url: rest === "" ? base : `${base}?${rest}`,
    tls,
    passwordFile: passwordFile ?? null,
  };
}

/**
 * Providers put it into their URLs. The driver looks for such a server among hosts, and there is
 * one.
 */
function takeSessionAttributes(parameters: URLSearchParams): void {
  const wanted = parameters.get("target_session_attrs");
  parameters.delete("target_session_attrs");
  if (wanted !== null && !["any", "read-write", "primary"].includes(wanted))
    throw new DatabaseUrlError(
      `has target_session_attrs=${wanted}, which cannot be written to: set read-write`,
    );
}

/** Removes what it reads. */
function readTls(parameters: URLSearchParams, host: string): TlsSettings {
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
    ...(mode === "verify-full" ? identityOf(host) : { checkServerIdentity: () => undefined }),
  };
}

/** The driver names the host to verify where it is a name. */
function identityOf(host: string): { host?: string } {
  const address = host.replace(/:\d*$/, "").replace(/^\[|\]$/g, "");
  return isIP(address) === 0 ? {} : { host: address };
}

function readFile(name: string, path: string | null): string | undefined {
  if (path === null) return undefined;
  try {
    return readSecretFile(path);
  } catch (error) {
    throw new DatabaseUrlError(`has ${name}=${path}, which ${errorMessage(error)}`);
  }
}
