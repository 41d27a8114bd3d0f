import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { loadConfig } from "~/config/config.server";
import { Forbidden } from "~/errors/app-error";
import {
  requestContext,
  servicesContext,
  type RequestMetadata,
  type Services,
} from "~/http/context";
import { requireSameOrigin, SAFE_METHODS } from "./same-origin";

const OWN = "http://akari.test";
const PUBLIC = "https://akari.test";
const FRIEND = "https://friend.test";

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  /** The site's `PUBLIC_URL`, if it has one. */
  publicUrl?: string;
}

function check({ method = "POST", headers = {}, publicUrl }: Sent): void {
  const config = loadConfig({
    SESSION_SECRET: "a secret for tests only",
    ...(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl }),
  });
  const context = new RouterContextProvider();
  context.set(servicesContext, { config } as Services);
  context.set(requestContext, { origin: publicUrl ?? OWN } as RequestMetadata);
  requireSameOrigin(new Request(OWN, { method, headers }), context, [FRIEND]);
}

describe("requireSameOrigin", () => {
  it("takes methods that change nothing from every site", () => {
    expect([...SAFE_METHODS]).toEqual(["GET", "HEAD", "OPTIONS"]);
    for (const method of SAFE_METHODS) {
      check({ method, headers: { origin: "https://evil.test" } });
      check({ method, headers: { "sec-fetch-site": "cross-site" } });
    }
  });

  it.each<[string, Sent]>([
    ["its own pages", { headers: { origin: OWN } }],
    ["its own pages behind a proxy that ends TLS", { headers: { origin: PUBLIC } }],
    ["its own public address", { headers: { origin: PUBLIC }, publicUrl: PUBLIC }],
    ["a trusted site", { headers: { origin: FRIEND } }],
    ["a trusted site besides a public address", { headers: { origin: FRIEND }, publicUrl: PUBLIC }],
    ["a trusted site, cross-site", { headers: { origin: FRIEND, "sec-fetch-site": "cross-site" } }],
    ["a browser that says same-origin", { headers: { "sec-fetch-site": "same-origin" } }],
    ["the address bar", { headers: { "sec-fetch-site": "none" } }],
    ["a program, which says nothing", {}],
  ])("takes writes from %s", (_, sent) => {
    expect(() => {
      check(sent);
    }).not.toThrow();
  });

  it.each<[string, Sent]>([
    ["another site", { headers: { origin: "https://evil.test" } }],
    ["another port", { headers: { origin: "http://akari.test:8080" } }],
    ["a page without an origin", { headers: { origin: "null" } }],
    ["another scheme than the public address", { headers: { origin: OWN }, publicUrl: PUBLIC }],
    [
      "another site that says same-origin",
      { headers: { origin: "https://evil.test", "sec-fetch-site": "same-origin" } },
    ],
    ["a browser that says cross-site", { headers: { "sec-fetch-site": "cross-site" } }],
    ["a sister domain", { headers: { "sec-fetch-site": "same-site" } }],
  ])("refuses writes from %s", (_, sent) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      expect(() => {
        check({ ...sent, method });
      }).toThrow(new Forbidden("http.crossSite"));
  });
});
