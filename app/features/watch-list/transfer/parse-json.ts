import { ListRefused } from "./list-refused";

const MAX_DEPTH = 32;
/** 50 for each of 20,000 titles. */
const MAX_VALUES = 1_000_000;

/**
 * Parses JSON with limits of depth and size. `JSON.parse` has none, and aborts the process when it
 * exceeds a worker's heap limit. Returns undefined for invalid JSON. Throws `ListRefused`.
 */
export function parseJson(text: string): unknown {
  checkBounds(text);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkBounds(text: string): void {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index += 1) {
    switch (text[index]) {
      case '"':
        index = endOfString(text, index);
        break;
      case "[":
      case "{":
        depth += 1;
        values += 1;
        break;
      case "]":
      case "}":
        depth -= 1;
        break;
      case ",":
        values += 1;
        break;
    }
    if (depth > MAX_DEPTH)
      throw new ListRefused({ key: "list.tooDeep", values: { max: MAX_DEPTH } });
    if (values > MAX_VALUES)
      throw new ListRefused({ key: "list.tooManyValues", values: { max: MAX_VALUES } });
  }
}

/** The index of the closing quote, or the text's length. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '"') return index;
    if (text[index] === "\\") index += 1;
  }
  return text.length;
}
