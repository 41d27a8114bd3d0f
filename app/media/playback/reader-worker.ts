import { toOutcome } from "~/media/container/worker-outcome";
import { directReaders } from "./direct-readers.server";
import type { ReaderTask } from "./file-readers.server";

export default function run({ name, task }: ReaderTask) {
  return toOutcome<unknown>(() => directReaders[name](task as never));
}
