import { expect, it } from "vitest";
import { readZoneCookie, zoneCookie } from "./zone-cookie";

it("reads back the zone that a page's script told", () => {
  const sent = zoneCookie("America/Port-au-Prince").split(";")[0] ?? "";
  expect(readZoneCookie(`other=1; ${sent}`)).toBe("America/Port-au-Prince");
  expect(readZoneCookie(zoneCookie("Etc/GMT+5").split(";")[0] ?? "")).toBe("Etc/GMT+5");
});

it.each([null, "", "akari_zone=", "akari_zone=a b", `akari_zone=${"x".repeat(65)}`, "not_akari_zone=UTC"])("takes %j for no zone", (header) => {
  expect(readZoneCookie(header)).toBeNull();
});
