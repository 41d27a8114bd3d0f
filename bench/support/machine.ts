import { cpus, loadavg } from "node:os";

export function describeMachine(): string {
  return `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, load ${describeLoad()}`;
}

export function describeLoad(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}
