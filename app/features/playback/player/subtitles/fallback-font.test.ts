import { describe, expect, it } from "vitest";
import { fallbackFontFor } from "./fallback-font";

describe("the fallback font", () => {
  it.each([
    ["There is no need.", "Liberation Sans"],
    ["それは東京の車です", "Kosugi"],
    ["東京駅", "Kosugi"],
    ["안녕하세요, 東京", "NanumGothic"],
    ["这是我们的时间", "ZCOOL XiaoWei"],
    // Lyrics stay in Japanese.
    ["夢ならば\n为什么不说话", "ZCOOL XiaoWei"],
  ])("of %j is %s", (script, name) => {
    expect(fallbackFontFor(script).name).toBe(name);
  });
});
