import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "~/errors/app-error";
import type { MediaInfo } from "~/media/container/container-info";
import { probeMediaFile } from "~/media/container/probe-media-file.server";
import { describeFailure } from "./walk-folder.server";

/** `problem` is a sentence without a full stop. */
export type ContainerResult =
  | { status: "ready"; container: MediaInfo; problem: string | null }
  | { status: "unsupported" | "unreadable"; container: MediaInfo | null; problem: string };

const PLAYABLE_VIDEO = /^(?:avc|hev|hvc|av01|vp0?[89]|dvh)/iu;

/** The file must not be a link. */
export async function readContainer(
  root: string,
  path: string,
  signal?: AbortSignal,
): Promise<ContainerResult> {
  const file = join(root, ...path.split("/"));
  try {
    if ((await realpath(file)) !== file)
      return unreadable("a folder on its path is a link to another place");
    return judge(await probeMediaFile(file, { signal }));
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (error instanceof AppError) return unreadable(error.message.replace(/\.$/u, ""));
    return unreadable(describeFailure(error));
  }
}

function judge(container: MediaInfo): ContainerResult {
  if (container.isCutOff)
    return {
      status: "unreadable",
      container,
      problem: "it is incomplete: damaged or still being copied",
    };
  const video = container.tracks.find(({ kind }) => kind === "video");
  if (video === undefined)
    return { status: "unsupported", container, problem: "it has no video track" };
  return {
    status: "ready",
    container,
    problem:
      video.codec !== null && PLAYABLE_VIDEO.test(video.codec)
        ? null
        : `its video is ${video.codecName}, which browsers do not play without transcoding`,
  };
}

function unreadable(problem: string): ContainerResult {
  return { status: "unreadable", container: null, problem };
}
