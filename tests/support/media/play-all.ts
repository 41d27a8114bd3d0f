import { AppError } from "~/errors/app-error";
import { clientCodecs } from "~/media/playback/client-codecs";
import type { FilePlayer } from "~/media/playback/file-player.server";
import { besideName, formatsOf } from "~/media/playback/subtitles/served-formats";

/** Requests all that is made from a file; refusals are part of the game, other errors are not. */
export async function playAll(player: FilePlayer, path: string, client = ""): Promise<void> {
  const ask = async (...resource: string[]) => {
    const { signal } = new AbortController();
    const request = { parameters: new URLSearchParams(), signal, client };
    try {
      return (await player.respond(path, resource, request)).body.toString();
    } catch (error) {
      if (error instanceof AppError) return "";
      throw error;
    }
  };
  const description = await player
    .describe(path, clientCodecs(null), { client })
    .catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
  if (description === null) return;
  const { version, info, subtitleFiles } = description;
  const text = await ask(version, "hls", "master.m3u8");
  const playlists = text.match(/(?:video|audio\/\d+)\/copy\/index\.m3u8/g);
  for (const playlist of new Set(playlists)) {
    const names = (await ask(version, "hls", ...playlist.split("/"))).match(/^\d+\.m4s$/gm) ?? [];
    for (const name of ["init.mp4", ...names.slice(0, 4)])
      await ask(version, "hls", ...playlist.split("/").slice(0, -1), name);
  }
  for (const { number } of info.tracks) await ask(version, "subtitles", `${number}.vtt`);
  for (const file of subtitleFiles)
    for (const format of formatsOf(file.format))
      await ask(version, "subtitles", "beside", besideName(file, format));
  await ask(version, "fonts", "0", "font");
}
