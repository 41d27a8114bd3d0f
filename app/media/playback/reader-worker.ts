import { move, transferableSymbol, valueSymbol } from "piscina";
import { toOutcome } from "~/media/container/worker-outcome";
import { directReaders } from "./direct-readers.server";
import { matroskaWithBuffers, type ReaderTask } from "./file-readers.server";

export default async function run({ name, task }: ReaderTask) {
  const outcome = await toOutcome<unknown>(() => directReaders[name](received(task) as never));
  const media = "result" in outcome ? mediaOf(outcome.result) : null;
  return media === null
    ? outcome
    : move({ [valueSymbol]: outcome, [transferableSymbol]: [media.buffer] });
}

/** The bytes of a segment, which are handed over, as copies cost more than making it. */
function mediaOf(result: unknown): Uint8Array | null {
  if (typeof result !== "object" || result === null || !("media" in result)) return null;
  const { media } = result;
  // Small buffers share memory that stays here.
  return media instanceof Uint8Array && media.buffer.byteLength === media.byteLength ? media : null;
}

function received(task: ReaderTask["task"]): ReaderTask["task"] {
  return "matroska" in task && task.matroska !== null
    ? { ...task, matroska: matroskaWithBuffers(task.matroska) }
    : task;
}
