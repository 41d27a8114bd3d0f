export type CoverKind = "cover" | "banner";

/** A size in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The widths that exist, in pixels; any other is not served, so that nobody can fill a cache with odd sizes. */
export const COVER_WIDTHS = [120, 240, 360, 480, 720] as const;
export const BANNER_WIDTHS = [640, 1080, 1600, 2160] as const;

/** The size that link previews are shown in. */
export const SOCIAL_SIZE: PixelSize = { width: 1200, height: 630 };
/** The last segment of such a picture's address. */
export const SOCIAL_SEGMENT = `${String(SOCIAL_SIZE.width)}.jpg`;

export type CoverWidth = (typeof COVER_WIDTHS)[number];
export type BannerWidth = (typeof BANNER_WIDTHS)[number];

const WIDTHS: Readonly<Record<CoverKind, readonly number[]>> = {
  cover: COVER_WIDTHS,
  banner: BANNER_WIDTHS,
};

/** Width by height of each kind: posters are 2:3, banners 1080:300. */
const RATIOS: Readonly<Record<CoverKind, number>> = { cover: 2 / 3, banner: 1080 / 300 };

/** The size of a picture of one kind at a width, for `width` and `height` attributes and for rendering. */
export function sizeOf(kind: CoverKind, width: number): PixelSize {
  return { width, height: Math.round(width / RATIOS[kind]) };
}

/** The size that the last segment of a picture's address names ("240.webp"), or null when there is no such size. */
export function parseSizeSegment(kind: CoverKind, segment: string): PixelSize | null {
  const width = WIDTHS[kind].find((known) => segment === `${String(known)}.webp`);
  return width === undefined ? null : sizeOf(kind, width);
}

/** The address of a title's cover at one of the widths. */
export function coverUrl(malId: number, width: CoverWidth): string {
  return pictureUrl("cover", malId, width);
}

/** The address of the picture that stands for a title in link previews, a JPEG of `SOCIAL_SIZE`. */
export function socialPictureUrl(malId: number): string {
  return `/media/social/${String(malId)}/${SOCIAL_SEGMENT}`;
}

/** The address of a title's banner at one of the widths. */
export function bannerUrl(malId: number, width: BannerWidth): string {
  return pictureUrl("banner", malId, width);
}

/** All sizes of a title's cover, for `srcset`. */
export function coverSrcSet(malId: number): string {
  return srcSet("cover", malId);
}

/** All sizes of a title's banner, for `srcset`. */
export function bannerSrcSet(malId: number): string {
  return srcSet("banner", malId);
}

function pictureUrl(kind: CoverKind, malId: number, width: number): string {
  return `/media/${kind}/${String(malId)}/${String(width)}.webp`;
}

function srcSet(kind: CoverKind, malId: number): string {
  return WIDTHS[kind]
    .map((width) => `${pictureUrl(kind, malId, width)} ${String(width)}w`)
    .join(", ");
}
