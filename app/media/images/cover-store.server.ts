import { createHash } from "node:crypto";
import { Busy } from "~/errors/app-error";
import type { CoverSubject } from "./cover-palette";
import type { CoverKind, PixelSize } from "./cover-sizes";
import type { RenderCoverInput } from "./render-cover.server";

/** Raised when the same title is drawn differently, so that browsers fetch the new picture. */
const ARTWORK_VERSION = 1;

/** Pictures drawn at the same time; more would only take turns on the same cores. */
const MOST_AT_ONCE = 2;
/** Pictures that wait for their turn. A page asks for some dozens; beyond this the asker is told to come back. */
const MOST_WAITING = 400;
const RETRY_AFTER_SECONDS = 2;

interface CoverStoreOptions {
  /** How many bytes of pictures are kept in memory. */
  maxBytes: number;
  render: (input: RenderCoverInput) => Promise<Uint8Array>;
}

/** Generated pictures, drawn once and kept while there is room. */
export interface CoverStore {
  /** The picture; the same one asked for twice at once is drawn once. Throws `Busy` when too many wait. */
  picture(input: RenderCoverInput): Promise<Uint8Array>;
  /** Bytes that are kept now. */
  readonly bytes: number;
}

/** Names a picture by what it is drawn from; equal names are equal pictures. Usable as an entity tag between quotes. */
export function pictureKey({
  kind,
  size,
  anime,
}: {
  kind: CoverKind;
  size: PixelSize;
  anime: CoverSubject;
}): string {
  const inputs = [
    ARTWORK_VERSION,
    kind,
    size.width,
    size.height,
    anime.malId,
    anime.title,
    anime.type,
    anime.genres,
    anime.themes,
    anime.season,
    anime.year,
    anime.score,
  ];
  return createHash("sha256").update(JSON.stringify(inputs)).digest("base64url").slice(0, 27);
}

/** A store that forgets what was not asked for the longest, and never keeps more than `maxBytes`. */
export function createCoverStore({ maxBytes, render }: CoverStoreOptions): CoverStore {
  const kept = new Map<string, Uint8Array>();
  const drawing = new Map<string, Promise<Uint8Array>>();
  const waiting: (() => void)[] = [];
  let bytes = 0;
  let running = 0;

  const keep = (key: string, picture: Uint8Array): void => {
    if (picture.byteLength > maxBytes) return;
    kept.set(key, picture);
    bytes += picture.byteLength;
    for (const [oldest, old] of kept) {
      if (bytes <= maxBytes) return;
      kept.delete(oldest);
      bytes -= old.byteLength;
    }
  };

  const inTurn = async (input: RenderCoverInput): Promise<Uint8Array> => {
    if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await render(input);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  return {
    async picture(input) {
      const key = pictureKey(input);
      const known = kept.get(key);
      if (known !== undefined) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const underway = drawing.get(key);
      if (underway !== undefined) return underway;
      if (waiting.length >= MOST_WAITING)
        throw new Busy(
          "Too many pictures are being drawn. Try again in a moment.",
          RETRY_AFTER_SECONDS,
        );
      const work = inTurn(input).finally(() => drawing.delete(key));
      drawing.set(key, work);
      const picture = await work;
      keep(key, picture);
      return picture;
    },
    get bytes() {
      return bytes;
    },
  };
}
