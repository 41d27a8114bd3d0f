import { cpus, loadavg } from "node:os";

/** Node, processors and the load of the last minutes. */
export function describeMachine(): string {
  return `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, load ${describeLoad()}`;
}

export function describeLoad(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}
