import { fileURLToPath } from "node:url";
import { createInstrumenter } from "istanbul-lib-instrument";

let patterns = [];

export function initialize(data) {
  patterns = data.patterns.map((pattern) => new RegExp(pattern));
}

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (loaded.format !== "module" || !url.startsWith("file:")) return loaded;
  const path = fileURLToPath(new URL(url));
  if (!patterns.some((pattern) => pattern.test(path))) return loaded;
  const instrumenter = createInstrumenter({ esModules: true, compact: false, autoWrap: true });
  const source = Buffer.from(loaded.source).toString("utf8");
  return { ...loaded, source: instrumenter.instrumentSync(source, path) };
}
