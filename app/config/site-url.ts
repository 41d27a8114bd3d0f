interface Listening {
  publicUrl: URL | null;
  host: string;
  port: number;
}

/**
 * The URL of links that no request asks for, such as those in mails: `PUBLIC_URL`, else where the
 * server listens. Never taken from a request, whose `Host` is the client's.
 */
export function siteUrl({ publicUrl, host, port }: Listening): URL {
  return publicUrl ?? new URL(`http://${printableHost(host)}:${port}`);
}

function printableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
