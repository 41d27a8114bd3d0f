import { expect, it } from "vitest";
import { drawQrCode } from "./qr-code.server";

it("draws dark modules within a quiet zone of four", () => {
  const { size, path } = drawQrCode("otpauth://totp/Akari:faye@akari.test?secret=GEZDGNBVGY3TQOJQ");
  const dark = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  expect(path).toBe(dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join(""));
  const isDark = (x: number, y: number) =>
    dark.some((module) => module[0] === x && module[1] === y);
  for (const [x, y] of dark)
    for (const place of [x, y]) expect(place).toSatisfy((at: number) => at >= 4 && at < size - 4);
  // The three position patterns: a ring of seven modules around three by three.
  for (const [left, top] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const)
    for (let step = 0; step < 7; step += 1) {
      expect(isDark(left + step, top)).toBe(true);
      expect(isDark(left + 3, top + step)).toBe(step !== 1 && step !== 5);
    }
});
