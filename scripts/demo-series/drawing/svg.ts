/** Picture size in pixels; scenes are drawn in these units and scaled afterwards. */
export const WIDTH = 640;
export const HEIGHT = 360;

/** A coordinate with at most two decimals: short strings, and no "-0". */
export function num(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return String(rounded === 0 ? 0 : rounded);
}

type Attributes = Record<string, string | number | undefined>;

/** One SVG element; attributes that are undefined are left out. */
export function tag(name: string, attributes: Attributes, children = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? num(value) : value}"`)
    .join("");
  return children === "" ? `<${name}${written}/>` : `<${name}${written}>${children}</${name}>`;
}

/** A filled circle. */
export function disc(x: number, y: number, radius: number, fill: string, opacity?: number): string {
  return tag("circle", { cx: x, cy: y, r: Math.max(0, radius), fill, opacity });
}

/** A filled path. */
export function shape(d: string, fill: string, opacity?: number): string {
  return tag("path", { d, fill, opacity });
}

/** An unfilled path with round ends. */
export function line(d: string, stroke: string, width: number, opacity?: number): string {
  return tag("path", {
    d,
    fill: "none",
    stroke,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    opacity,
  });
}

type Placement = { x: number; y: number; scale?: number; turn?: number; opacity?: number };

/** Moves, scales and turns (degrees) what was drawn around 0,0. */
export function place({ x, y, scale = 1, turn = 0, opacity }: Placement, children: string): string {
  const transform = `translate(${num(x)} ${num(y)}) rotate(${num(turn)}) scale(${num(scale)})`;
  return tag("g", { transform, opacity }, children);
}

/** The picture as it looks from a camera that has moved closer to (x, y) by `zoom` (1 = whole picture). */
export function closeUp(x: number, y: number, zoom: number, children: string): string {
  const transform = `translate(${num(x)} ${num(y)}) scale(${zoom.toFixed(4)}) translate(${num(-x)} ${num(-y)})`;
  return tag("g", { transform }, children);
}
