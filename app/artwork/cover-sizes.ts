/** A trailer's is the tile before it plays. */
export type CoverKind = "cover" | "banner" | "trailer";
/** A still is an episode's. */
export type ImageKind = CoverKind | "still";

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Pixels. Fixed, so that requests cannot fill the cache. */
export const COVER_WIDTHS = [120, 240, 360, 480, 720] as const;
export const BANNER_WIDTHS = [640, 1080, 1600, 2160] as const;
export const TRAILER_WIDTHS = [640, 1280] as const;
export const STILL_WIDTHS = [320, 640, 1280] as const;

export const SOCIAL_SIZE: PixelSize = { width: 1200, height: 630 };
export const SOCIAL_SEGMENT = `${String(SOCIAL_SIZE.width)}.jpg`;

export type CoverWidth = (typeof COVER_WIDTHS)[number];
export type BannerWidth = (typeof BANNER_WIDTHS)[number];
export type TrailerWidth = (typeof TRAILER_WIDTHS)[number];
export type StillWidth = (typeof STILL_WIDTHS)[number];

const WIDTHS: Readonly<Record<ImageKind, readonly number[]>> = {
  cover: COVER_WIDTHS,
  banner: BANNER_WIDTHS,
  trailer: TRAILER_WIDTHS,
  still: STILL_WIDTHS,
};

const RATIOS: Readonly<Record<ImageKind, number>> = {
  cover: 2 / 3,
  banner: 1080 / 300,
  trailer: 16 / 9,
  still: 16 / 9,
};

export function ratioOf(kind: ImageKind): number {
  return RATIOS[kind];
}

export function sizeOf(kind: ImageKind, width: number): PixelSize {
  return { width, height: Math.round(width / RATIOS[kind]) };
}

/** Parses a last segment such as "240.webp"; returns null for other sizes. */
export function parseSizeSegment(kind: ImageKind, segment: string): PixelSize | null {
  const width = WIDTHS[kind].find((candidate) => segment === `${String(candidate)}.webp`);
  return width === undefined ? null : sizeOf(kind, width);
}

export function coverUrl(malId: number, width: CoverWidth): string {
  return imageUrl("cover", malId, width);
}

export function socialImageUrl(malId: number): string {
  return `/media/social/${String(malId)}/${SOCIAL_SEGMENT}`;
}

export function bannerUrl(malId: number, width: BannerWidth): string {
  return imageUrl("banner", malId, width);
}

export function trailerUrl(malId: number, width: TrailerWidth): string {
  return imageUrl("trailer", malId, width);
}

export function coverSrcSet(malId: number): string {
  return srcSet("cover", malId);
}

export function bannerSrcSet(malId: number): string {
  return srcSet("banner", malId);
}

export function trailerSrcSet(malId: number): string {
  return srcSet("trailer", malId);
}

/** The path of an episode's still, or of the title's image where there is none. */
export function stillUrl(malId: number, number: number, width: StillWidth): string {
  return `/media/still/${String(malId)}/${String(number)}/${String(width)}.webp`;
}

export function stillSrcSet(malId: number, number: number): string {
  return STILL_WIDTHS.map((width) => `${stillUrl(malId, number, width)} ${String(width)}w`).join(
    ", ",
  );
}

function imageUrl(kind: CoverKind, malId: number, width: number): string {
  return `/media/${kind}/${String(malId)}/${String(width)}.webp`;
}

function srcSet(kind: CoverKind, malId: number): string {
  return WIDTHS[kind]
    .map((width) => `${imageUrl(kind, malId, width)} ${String(width)}w`)
    .join(", ");
}
