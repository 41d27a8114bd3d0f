import { hex, type Color } from "./color";

export type Stop = readonly [offset: number, color: Color, opacity?: number];
export type Point = readonly [x: number, y: number];

interface Paint {
  fill?: Color | string;
  stroke?: Color | string;
  width?: number;
  opacity?: number;
  transform?: string;
}

export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Numbers and colors only, never a title's text. */
export class Drawing {
  readonly #defs: string[] = [];
  readonly #parts: string[] = [];

  constructor(
    readonly width: number,
    readonly height: number,
  ) {}

  /** Returns the `fill` of a gradient. Its ends are in units of the object's bounding box. */
  gradient(
    stops: readonly Stop[],
    [x1, y1, x2, y2]: readonly [number, number, number, number] = [0, 0, 0, 1],
  ): string {
    const id = `g${this.#defs.length}`;
    const ends = `x1="${String(x1)}" y1="${String(y1)}" x2="${String(x2)}" y2="${String(y2)}"`;
    this.#defs.push(`<linearGradient id="${id}" ${ends}>${stopList(stops)}</linearGradient>`);
    return `url(#${id})`;
  }

  radial(
    stops: readonly Stop[],
    [cx, cy, r]: readonly [number, number, number] = [0.5, 0.5, 0.5],
  ): string {
    const id = `g${this.#defs.length}`;
    this.#defs.push(
      `<radialGradient id="${id}" cx="${String(cx)}" cy="${String(cy)}" r="${String(r)}">${stopList(stops)}</radialGradient>`,
    );
    return `url(#${id})`;
  }

  path(data: string, paint: Paint): void {
    if (data !== "") this.#parts.push(`<path d="${data}"${attributes(paint)}/>`);
  }

  circle(x: number, y: number, r: number, paint: Paint): void {
    this.#parts.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}"${attributes(paint)}/>`);
  }

  ellipse(x: number, y: number, rx: number, ry: number, paint: Paint): void {
    this.#parts.push(
      `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"${attributes(paint)}/>`,
    );
  }

  rect(x: number, y: number, width: number, height: number, paint: Paint): void {
    this.#parts.push(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${attributes(paint)}/>`,
    );
  }

  /** Cheaper than a blur filter. */
  glow(x: number, y: number, r: number, color: Color, opacity: number, flatten = 1): void {
    const fill = this.radial([
      [0, color, opacity],
      [0.25, color, opacity * 0.68],
      [0.5, color, opacity * 0.28],
      [0.75, color, opacity * 0.07],
      [1, color, 0],
    ]);
    this.ellipse(x, y, r, r * flatten, { fill });
  }

  /** Crops to the ratio. */
  toSvg(pixelWidth: number, pixelHeight: number, mirrored: boolean): string {
    const size = `width="${String(pixelWidth)}" height="${String(pixelHeight)}" viewBox="0 0 ${n(this.width)} ${n(this.height)}"`;
    const defs = `<defs>${this.#defs.join("")}</defs>`;
    const shapes = mirrored
      ? `<g transform="translate(${n(this.width)} 0) scale(-1 1)">${this.#parts.join("")}</g>`
      : this.#parts.join("");
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size} preserveAspectRatio="xMidYMid slice">${defs}${shapes}</svg>`;
  }
}

function stopList(stops: readonly Stop[]): string {
  return stops
    .map(([offset, color, opacity]) => {
      const alpha =
        opacity === undefined ? "" : ` stop-opacity="${String(Math.round(opacity * 1000) / 1000)}"`;
      return `<stop offset="${String(Math.round(offset * 1000) / 1000)}" stop-color="${hex(color)}"${alpha}/>`;
    })
    .join("");
}

function attributes({ fill, stroke, width, opacity, transform }: Paint): string {
  let text = ` fill="${fill === undefined ? "none" : paintValue(fill)}"`;
  if (stroke !== undefined)
    text += ` stroke="${paintValue(stroke)}" stroke-width="${n(width ?? 1)}" stroke-linecap="round"`;
  if (opacity !== undefined && opacity < 1)
    text += ` opacity="${String(Math.round(opacity * 1000) / 1000)}"`;
  if (transform !== undefined) text += ` transform="${transform}"`;
  return text;
}

function paintValue(paint: Color | string): string {
  return typeof paint === "string" ? paint : hex(paint);
}
