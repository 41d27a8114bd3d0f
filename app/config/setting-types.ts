import { delimiter, isAbsolute } from "node:path";
import { z } from "zod";
import { parseUrl } from "~/parsing/parse-url";
import { parseAllowedHost, type AllowedHost } from "./allowed-hosts";
import { isSafeProviderUrl } from "./oauth";

/** Texts between commas. */
export const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  );

/**
 * Absolute paths between the separators of PATH, so that a path may have a comma; null when unset,
 * and an empty list for `none`.
 */
export const roots = z
  .string()
  .default("")
  .transform((text) => {
    if (text.trim() === "none") return [];
    return text === "" ? null : text.split(delimiter).filter((path) => path !== "");
  })
  .refine(
    (all) => all === null || all.every((path) => isAbsolute(path)),
    `must be none, or absolute paths with ${delimiter} between them`,
  );

/** An absolute http or https URL. */
export const httpUrl = z.string().transform((text, context): URL => {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    context.addIssue({ code: "custom", message: "must be an http or https URL" });
    return z.NEVER;
  }
  return url;
});

/** Hosts that requests may reach beside the public ones: `host` or `host:port`, between commas. */
export const allowedHosts = list.transform((parts, context): AllowedHost[] =>
  parts.flatMap((part) => {
    const host = parseAllowedHost(part);
    if (host === null)
      context.addIssue({
        code: "custom",
        message: `has "${part}", which is neither host nor host:port`,
      });
    return host ?? [];
  }),
);

/** Expects a host, and nothing but a database's number as its path. */
export function isRedisUrl(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && url.hostname !== "" && /^(?:\/\d{0,4})?$/.test(url.pathname);
}

/** A URL of an identity provider: https, or http on this machine itself. */
export const providerUrl = httpUrl
  .refine(isSafeProviderUrl, "must be an https URL, or http on this machine itself")
  .optional();

/** A connection URL of Postgres. */
export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://");
