import type { PreviewFrames } from "./preview-frames";

/** Thumbnails every `interval` seconds, row by row on sheets; width and height are of one. */
export interface Thumbnails {
  interval: number;
  columns: number;
  rows: number;
  width: number;
  height: number;
  sheets: readonly string[];
}

interface SheetOptions {
  onFrame: (frame: ImageBitmap) => void;
  /** Called when a sheet does not load. */
  onFailure: () => void;
}

/** Cuts frames from the sheets that the site has made. */
export function createSheetFrames(
  { interval, columns, rows, width, height, sheets }: Thumbnails,
  { onFrame, onFailure }: SheetOptions,
): PreviewFrames {
  const loaded = new Map<number, Promise<ImageBitmap>>();
  const frames = new Map<number, ImageBitmap>();
  let requested: number | null = null;
  let isDestroyed = false;

  function loadSheet(index: number): Promise<ImageBitmap> {
    const cached = loaded.get(index);
    if (cached !== undefined) return cached;
    const sheet = fetch(sheets[index] ?? "").then(async (response) => {
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return createImageBitmap(await response.blob());
    });
    loaded.set(index, sheet);
    return sheet;
  }

  async function cutFrame(index: number): Promise<void> {
    const perSheet = columns * rows;
    const position = index % perSheet;
    const sheet = await loadSheet(Math.floor(index / perSheet));
    const [left, top] = [(position % columns) * width, Math.floor(position / columns) * height];
    const frame = await createImageBitmap(sheet, left, top, width, height);
    if (isDestroyed) return frame.close();
    frames.set(index, frame);
    if (index === requested) onFrame(frame);
  }

  return {
    show(time, duration) {
      const last = Math.max(0, Math.ceil(duration / interval - 1e-9) - 1);
      const index = Math.min(last, Math.floor(time / interval));
      const cached = frames.get(index);
      if (index === requested) return cached !== undefined;
      requested = index;
      if (cached !== undefined) onFrame(cached);
      else
        cutFrame(index).catch(() => {
          if (!isDestroyed) onFailure();
        });
      return cached !== undefined;
    },
    destroy() {
      isDestroyed = true;
      for (const frame of frames.values()) frame.close();
      for (const sheet of loaded.values())
        void sheet.then(
          (bitmap) => bitmap.close(),
          () => undefined,
        );
    },
  };
}
