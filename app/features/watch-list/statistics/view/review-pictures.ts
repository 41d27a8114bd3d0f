/** Link previews are 1200×630, the square is for feeds. */
export const REVIEW_PICTURES = {
  wide: { width: 1200, height: 630 },
  square: { width: 1080, height: 1080 },
} as const;
export type ReviewPictureShape = keyof typeof REVIEW_PICTURES;

export function parsePicture(name: string): ReviewPictureShape | null {
  const shapes = Object.keys(REVIEW_PICTURES) as ReviewPictureShape[];
  return shapes.find((shape) => name === `${shape}.svg`) ?? null;
}
