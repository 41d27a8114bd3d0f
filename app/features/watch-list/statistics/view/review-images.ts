/** Link previews are 1200×630, the square is for feeds. */
export const REVIEW_IMAGES = {
  wide: { width: 1200, height: 630 },
  square: { width: 1080, height: 1080 },
} as const;
export type ReviewImageShape = keyof typeof REVIEW_IMAGES;

export function parseImageShape(name: string): ReviewImageShape | null {
  const shapes = Object.keys(REVIEW_IMAGES) as ReviewImageShape[];
  return shapes.find((shape) => name === `${shape}.svg`) ?? null;
}
