/** Frame size in pixels, and the units of scenes. */
export const WIDTH = 640;
export const HEIGHT = 360;

/** At most two decimals, and no "-0". */
export function num(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return String(rounded === 0 ? 0 : rounded);
}

type Attributes = Record<string, string | number | undefined>;

/** Undefined attributes are omitted. */
export function tag(name: string, attributes: Attributes, children = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? num(value) : value}"`)
    .join("");
  return children === "" ? `<${name}${written}/>` : `<${name}${written}>${children}</${name}>`;
}

export function disc(x: number, y: number, radius: number, fill: string, opacity?: number): string {
  return tag("circle", { cx: x, cy: y, r: Math.max(0, radius), fill, opacity });
}

export function shape(d: string, fill: string, opacity?: number): string {
  return tag("path", { d, fill, opacity });
}

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

export function place({ x, y, scale = 1, turn = 0, opacity }: Placement, children: string): string {
  const transform = `translate(${num(x)} ${num(y)}) rotate(${num(turn)}) scale(${num(scale)})`;
  return tag("g", { transform, opacity }, children);
}

/** 1 is the whole frame. */
export function closeUp(x: number, y: number, zoom: number, children: string): string {
  const transform = `translate(${num(x)} ${num(y)}) scale(${zoom.toFixed(4)}) translate(${num(-x)} ${num(-y)})`;
  return tag("g", { transform }, children);
}
