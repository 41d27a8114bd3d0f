import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { readTimeZoneCookie } from "./time-zone-cookie.server";
import { timeZoneScript } from "~/pages/viewer/time-zone-script";

function runIn({
  zone,
  cookies = "",
  reload = true,
  keepsCookies = true,
}: {
  zone: string;
  cookies?: string;
  reload?: boolean;
  keepsCookies?: boolean;
}) {
  const page = { cookies, loads: 0 };
  const documentElement = { style: { visibility: "" } };
  const document = {
    documentElement,
    get cookie() {
      return page.cookies;
    },
    set cookie(pair: string) {
      if (keepsCookies)
        page.cookies = [page.cookies, pair.split(";")[0]].filter(Boolean).join("; ");
    },
  };
  runInNewContext(timeZoneScript({ reload }), {
    document,
    location: { reload: () => (page.loads += 1) },
    addEventListener: (_load: string, keep: () => void) => keep(),
    Intl: { DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone: zone }) }) },
  });
  return { ...page, hidden: documentElement.style.visibility === "hidden" };
}

it.each(["America/Port-au-Prince", "Etc/GMT+5"])(
  "reads back %s, as set by the page's script",
  (zone) => {
    const { cookies, loads, hidden } = runIn({ zone, cookies: "other=1" });
    expect(readTimeZoneCookie(cookies)).toBe(zone);
    expect({ loads, hidden }).toEqual({ loads: 1, hidden: true });
  },
);

it("requests the page again only once, and not where it shows no times", () => {
  const first = runIn({ zone: "Asia/Seoul" });
  expect(runIn({ zone: "Asia/Seoul", cookies: first.cookies })).toEqual({
    cookies: first.cookies,
    loads: 0,
    hidden: false,
  });
  expect(runIn({ zone: "Asia/Seoul", reload: false })).toEqual({
    cookies: first.cookies,
    loads: 0,
    hidden: false,
  });
});

it("requests it again when the visitor's zone has changed", () => {
  expect(runIn({ zone: "Asia/Seoul", cookies: "akari_zone=Asia/Tokyo" }).loads).toBe(1);
  expect(runIn({ zone: "Etc/GMT", cookies: "akari_zone=Etc/GMT+5" }).loads).toBe(1);
});

it("leaves the page unchanged without cookies", () => {
  expect(runIn({ zone: "Asia/Seoul", keepsCookies: false })).toEqual({
    cookies: "",
    loads: 0,
    hidden: false,
  });
});

it.each([
  null,
  "",
  "akari_zone=",
  "akari_zone=a b",
  `akari_zone=${"x".repeat(65)}`,
  "not_akari_zone=UTC",
])("rejects %j as a zone", (header) => {
  expect(readTimeZoneCookie(header)).toBeNull();
});
