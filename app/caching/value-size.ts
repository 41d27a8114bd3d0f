const OBJECT_BYTES = 48;
const SLOT_BYTES = 16;

/**
 * Estimates how much memory a value of plain data takes: objects, arrays, maps, sets, strings and
 * bytes. What is referenced twice counts once, except strings.
 */
export function estimateBytes(value: unknown): number {
  let bytes = 0;
  const seen = new Set<object>();
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const current = pending.pop();
    if (typeof current === "string") bytes += SLOT_BYTES + 2 * current.length;
    else if (typeof current !== "object" || current === null) bytes += SLOT_BYTES;
    else if (!seen.has(current)) {
      seen.add(current);
      bytes += OBJECT_BYTES;
      if (ArrayBuffer.isView(current)) bytes += current.byteLength;
      else for (const part of partsOf(current)) pending.push(part);
    }
  }
  return bytes;
}

function partsOf(value: object): Iterable<unknown> {
  if (value instanceof Map) return [...(value as Map<unknown, unknown>)].flat();
  return value instanceof Set ? (value as Set<unknown>) : Object.values(value);
}
