import { NotFound } from "~/errors/app-error";
import type { FileIndexes } from "~/media/playback/file-index.server";
import { fontType, servedFonts } from "~/media/playback/fonts";
import type { OpenFile } from "~/media/playback/open-file.server";
import type { ThumbnailStore } from "~/media/playback/thumbnails/thumbnail-store.server";
import { requestBytes, type MakeBody } from "./body-slots.server";
import { immutableBody, type PlayerBody, type PlayerRequest } from "./player-body";

/** Serves an embedded font: `rest` is its index and its name. */
export async function serveFont(
  { indexes, makeBody }: { indexes: FileIndexes; makeBody: MakeBody },
  file: OpenFile,
  rest: readonly string[],
  request: PlayerRequest,
): Promise<PlayerBody> {
  const { info } = await indexes.get(file, request);
  const font = servedFonts(info.fonts).find(({ index }) => String(index) === rest[0])?.font;
  if (font === undefined || rest.length !== 2) throw new NotFound("file.notFound");
  const body = await makeBody(request, (signal) =>
    requestBytes(file, signal).read(font.offset, font.size),
  );
  const type = fontType(body);
  if (type === null || body.length < font.size) throw new NotFound("file.notFound");
  return immutableBody(type, body);
}

/** Serves a sheet of thumbnails: `rest` is its number as a WebP. */
export async function serveThumbnails(
  thumbnails: ThumbnailStore,
  file: OpenFile,
  rest: readonly string[],
): Promise<PlayerBody> {
  const match = /^(\d{1,3})\.webp$/.exec(rest[0] ?? "");
  const sheet =
    match === null || rest.length !== 1 ? null : await thumbnails.readSheet(file, Number(match[1]));
  if (sheet === null) throw new NotFound("file.notFound");
  return immutableBody("image/webp", sheet);
}
