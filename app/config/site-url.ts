interface Listening {
  publicUrl: URL | null;
  host: string;
  port: number;
}

/**
 * Links outside of responses, such as in mails, begin with this URL: `PUBLIC_URL`, else where the
 * server listens. It never comes from a request, whose `Host` is untrusted.
 */
export function siteUrl({ publicUrl, host, port }: Listening): URL {
  return publicUrl ?? new URL(`http://${printableHost(host)}:${port}`);
}

function printableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
