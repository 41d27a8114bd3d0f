interface Listening {
  publicUrl: URL | null;
  host: string;
  port: number;
}

/**
 * For links outside of responses, such as in mails: `PUBLIC_URL`, else where the server listens.
 * Never from a request, whose `Host` is untrusted.
 */
export function siteUrl({ publicUrl, host, port }: Listening): URL {
  return publicUrl ?? new URL(`http://${printableHost(host)}:${port}`);
}

function printableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
