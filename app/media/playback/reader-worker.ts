import { toOutcome } from "~/media/container/worker-outcome";
import { directReaders } from "./direct-readers.server";
import { matroskaWithBuffers, type ReaderTask } from "./file-readers.server";

export default function run({ name, task }: ReaderTask) {
  return toOutcome<unknown>(() => directReaders[name](received(task) as never));
}

function received(task: ReaderTask["task"]): ReaderTask["task"] {
  return "matroska" in task && task.matroska !== null
    ? { ...task, matroska: matroskaWithBuffers(task.matroska) }
    : task;
}
