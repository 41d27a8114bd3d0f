import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { listSubtitleFiles } from "~/media/playback/subtitles/subtitle-files.server";
import { createFileNames } from "./file-names.server";

const root = await mkdtemp(join(tmpdir(), "akari-names-"));
afterAll(() => rm(root, { recursive: true }));

const COMPOSED = "Pok\u00e9mon - 01";
const DECOMPOSED = "Poke\u0301mon - 01";

it.each([
  [COMPOSED, DECOMPOSED],
  [DECOMPOSED, COMPOSED],
])("brings the files of %j together with those of %j", async (video, other) => {
  const folder = await mkdtemp(join(root, "Show-"));
  await writeFile(join(folder, `${video}.MKV`), "");
  await writeFile(join(folder, `${other}.en.SRT`), "");
  await writeFile(join(folder, `${other}2.srt`), "");
  await writeFile(
    join(folder, `${other}.NFO`),
    '<episodedetails><uniqueid type="mal">527</uniqueid></episodedetails>',
  );
  await writeFile(join(folder, "tvshow.NFO"), "<tvshow><title>Indigo League</title></tvshow>");
  const found = await listSubtitleFiles(join(folder, `${video}.MKV`));
  expect(found.map(({ name, language }) => [name, language])).toEqual([[`${other}.en.SRT`, "en"]]);
  const name = await createFileNames(folder)(`${video}.MKV`);
  expect(name.ids.mal).toBe(527);
  expect(name.titles).toContain("Indigo League");
});

it("takes a film's folder for its name in either form", async () => {
  const folder = join(root, "Films");
  await mkdir(folder);
  const names = createFileNames(folder);
  const film = (form: string) => `Caf\u00e9 2 - Return (2017)`.normalize(form);
  const plain = await names(`${film("NFC")}/${film("NFC")}.mkv`);
  expect(plain.episode).toBeNull();
  expect(await names(`${film("NFD")}/${film("NFC")}.mkv`)).toEqual(plain);
});
