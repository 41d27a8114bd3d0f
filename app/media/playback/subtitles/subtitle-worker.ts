import { toOutcome } from "~/media/container/worker-outcome";
import { readSubtitleFile, type SubtitleTask } from "./subtitle-files.server";

export default function run(task: SubtitleTask) {
  return toOutcome(() => readSubtitleFile(task));
}
