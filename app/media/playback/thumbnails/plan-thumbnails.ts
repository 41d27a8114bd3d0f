export const SHEET_COLUMNS = 5;
export const SHEET_ROWS = 5;
export const THUMBNAILS_PER_SHEET = SHEET_COLUMNS * SHEET_ROWS;
export const THUMBNAIL_WIDTH = 192;

const MIN_INTERVAL_SECONDS = 2;
const USUAL_INTERVAL_SECONDS = 10;
const SHORT_COUNT = 120;
const MAX_THUMBNAILS = 900;

export interface ThumbnailPlan {
  /** Seconds between thumbnails. */
  interval: number;
  count: number;
}

/** Closer together in short files; at most 900 in long ones. */
export function planThumbnails(duration: number): ThumbnailPlan {
  const usual = Math.min(
    USUAL_INTERVAL_SECONDS,
    Math.max(MIN_INTERVAL_SECONDS, duration / SHORT_COUNT),
  );
  const interval = Math.max(usual, duration / MAX_THUMBNAILS);
  return { interval, count: Math.max(1, Math.ceil(duration / interval - 1e-9)) };
}

export function countSheets({ count }: Pick<ThumbnailPlan, "count">): number {
  return Math.ceil(count / THUMBNAILS_PER_SHEET);
}
