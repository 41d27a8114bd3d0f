import { parseUrl } from "~/parsing/parse-url";

/** `port` is null for all ports. */
export interface AllowedHost {
  /** The host is spelt as in a URL: lower case, IPv6 in brackets. */
  host: string;
  port: number | null;
}

const FORM = /^(?<host>\[[0-9a-f:.]+\]|[^:/?#@*[\]\s]+)(?::(?<port>\d{1,5}))?$/i;

/** Parses `host`, `host:port`, `[v6]:port` or a bare IPv6 address; null for anything else. */
export function parseAllowedHost(text: string): AllowedHost | null {
  const parts = FORM.exec(
    /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text) ? `[${text}]` : text,
  )?.groups;
  if (parts === undefined) return null;
  const url = parseUrl(`http://${parts["host"] ?? ""}/`);
  const port = parts["port"] === undefined ? null : Number(parts["port"]);
  if (url === null || port === 0 || (port ?? 1) > 65535) return null;
  return { host: normalizeHost(url), port };
}

export function normalizeHost(url: URL): string {
  return url.hostname.replace(/\.$/, "");
}
