import { describe, expect, it } from "vitest";
import { attachment } from "./attachment";

describe("the header of a download", () => {
  it.each([
    ["Show - 01.mkv", "Show - 01.mkv", "Show%20-%2001.mkv"],
    ["灯籠 第01話.mkv", "__ _01_.mkv", "%E7%81%AF%E7%B1%A0%20%E7%AC%AC01%E8%A9%B1.mkv"],
    [`a"b%2F'(c)*.mkv`, "a_b_2F'(c)*.mkv", "a%22b%252F%27%28c%29%2A.mkv"],
    ["../../etc/passwd.mkv", ".._.._etc_passwd.mkv", ".._.._etc_passwd.mkv"],
    ["a\r\nset-cookie: b=1.mkv", "aset-cookie: b=1.mkv", "aset-cookie%3A%20b%3D1.mkv"],
    ["gnp.\u202evkm.mkv", "gnp.vkm.mkv", "gnp.vkm.mkv"],
    ["\ud800.mkv", "_.mkv", "%EF%BF%BD.mkv"],
    ["", "file", "file"],
  ])("names %j safely", (name, ascii, encoded) => {
    expect(attachment(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`);
  });

  it("keeps 200 characters and the extension", () => {
    const named = (length: number) => attachment(`${"a".repeat(length)}.mkv`);
    expect(named(200)).toContain(`"${"a".repeat(200)}.mkv"`);
    expect(named(201)).toBe(named(200));
  });
});
