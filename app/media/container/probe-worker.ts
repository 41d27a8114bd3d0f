import { probeMediaFile } from "./probe-media-file.server";
import { toOutcome } from "./worker-outcome";

export default function run(path: string) {
  return toOutcome(() => probeMediaFile(path));
}
