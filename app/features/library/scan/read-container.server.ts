import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "~/errors/app-error";
import type { Reason } from "~/features/library/reason";
import type { MediaInfo } from "~/media/container/container-info";
import type { ProbeMedia } from "~/media/container/media-worker.server";
import { describeFailure } from "./walk-folder.server";

export type ContainerResult =
  | { status: "ready"; container: MediaInfo; problem: Reason | null }
  | { status: "unsupported" | "unreadable"; container: MediaInfo | null; problem: Reason };

const PLAYABLE_VIDEO = /^(?:avc|hev|hvc|av01|vp0?[89]|dvh)/iu;

/** The file must not be a link. */
export async function readContainer(
  root: string,
  path: string,
  { probe, signal }: { probe: ProbeMedia; signal: AbortSignal | undefined },
): Promise<ContainerResult> {
  const file = join(root, ...path.split("/"));
  try {
    if ((await realpath(file)) !== file) return unreadable(["scan.linkOnPath"]);
    return judge(await probe(file, { signal }));
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (error instanceof AppError) return unreadable(error.texts);
    return unreadable([describeFailure(error)]);
  }
}

function judge(container: MediaInfo): ContainerResult {
  if (container.isCutOff) return { status: "unreadable", container, problem: ["scan.cutOff"] };
  const video = container.tracks.find(({ kind }) => kind === "video");
  if (video === undefined) return { status: "unsupported", container, problem: ["scan.noVideo"] };
  return {
    status: "ready",
    container,
    problem:
      video.codec !== null && PLAYABLE_VIDEO.test(video.codec)
        ? null
        : [{ key: "scan.foreignVideo", values: { codec: video.codecName } }],
  };
}

function unreadable(problem: Reason): ContainerResult {
  return { status: "unreadable", container: null, problem };
}
