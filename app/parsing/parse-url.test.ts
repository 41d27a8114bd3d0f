import { expect, it } from "vitest";
import { parseUrl } from "./parse-url";

it("is null for what is no URL, and resolves against a base", () => {
  expect(parseUrl("/list")).toBeNull();
  expect(parseUrl("http://[::1")).toBeNull();
  expect(parseUrl("/list", "https://site.test/a/b")?.href).toBe("https://site.test/list");
});

it("takes letters beyond ASCII after any number of calls", () => {
  for (let call = 0; call < 20_000; call += 1) parseUrl(`https://site.test/${call}`);
  expect(parseUrl("http://bücher.test/ä")?.href).toBe("http://xn--bcher-kva.test/%C3%A4");
  expect(parseUrl("/ä", "http://bücher.test")?.host).toBe("xn--bcher-kva.test");
});
