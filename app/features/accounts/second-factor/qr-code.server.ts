import { encode } from "uqr";

/** An SVG path of the dark modules, in a square view box of `size`. */
export interface QrCode {
  size: number;
  path: string;
}

/** The border that ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const rows = data.map((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""),
  );
  return { size, path: rows.join("") };
}
