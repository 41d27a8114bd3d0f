/** Follows redirects and stores cookies per origin, as browsers do. */
export interface BrowserClient {
  jar: Map<string, Map<string, string>>;
  send(url: string, init?: RequestInit): Promise<Response>;
}

/** `hosts` maps public origins to the ones that serve them. */
export function createBrowserClient(hosts: Record<string, string> = {}): BrowserClient {
  const jar = new Map<string, Map<string, string>>();
  return {
    jar,
    async send(address, init = {}) {
      const url = new URL(address);
      const cookies = jar.get(url.origin) ?? new Map<string, string>();
      jar.set(url.origin, cookies);
      const headers = new Headers(init.headers);
      if (cookies.size > 0)
        headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      const response = await fetch((hosts[url.origin] ?? url.origin) + url.pathname + url.search, {
        ...init,
        headers,
        redirect: "manual",
      });
      for (const line of response.headers.getSetCookie()) {
        const [pair = "", ...attributes] = line.split("; ");
        const name = pair.slice(0, pair.indexOf("="));
        const isExpired = attributes.some(
          (attribute) =>
            /^max-age=0$/i.test(attribute) || /^expires=Thu, 01 Jan 1970/i.test(attribute),
        );
        if (isExpired) cookies.delete(name);
        else cookies.set(name, pair.slice(name.length + 1));
      }
      return response;
    },
  };
}
