import { expect, it } from "vitest";
import { createByteCache } from "~/caching/byte-cache";
import { directReaders } from "~/media/playback/direct-readers.server";
import { createFileIndexes } from "~/media/playback/file-index.server";
import { openFile } from "~/media/playback/open-file.server";
import { createBodySlots } from "./body-slots.server";
import { createSubtitleServer } from "./serve-subtitles.server";

it("extracts a client's subtitles beside those of another that take long", async () => {
  const file = await openFile("tests/fixtures/containers/parts.mkv");
  const serve = createSubtitleServer({
    indexes: createFileIndexes(1e6, directReaders),
    extracted: createByteCache(1e6),
    makeBody: createBodySlots(),
    readers: {
      ...directReaders,
      extractSubtitles: (task, options) =>
        options?.client === "a"
          ? new Promise(() => undefined)
          : directReaders.extractSubtitles(task, options),
    },
  });
  const { tracks } = (await directReaders.readFileIndex(file)).info;
  const number = (format: string) => tracks.find((track) => track.format === format)?.number ?? 0;
  const { signal } = new AbortController();
  const request = (client: string) => ({ client, signal, parameters: new URLSearchParams() });
  const [srt, ass] = [`${number("srt")}.vtt`, number("ass")];
  // The second waits for the first, and is refused once it has waited for too long.
  for (const extension of ["ass", "vtt"])
    serve(file, [`${ass}.${extension}`], request("a")).catch(() => undefined);
  const { body } = await serve(file, [srt], request("b"));
  await file.handle.close();
  expect(body.toString()).toMatch(/^WEBVTT/);
});
