export interface JsonLimits {
  maxDepth: number;
  /** Scalars, arrays and objects. */
  maxValues: number;
}

export class JsonLimitExceeded extends Error {
  constructor(
    readonly limit: keyof JsonLimits,
    readonly max: number,
  ) {
    super(`JSON exceeds ${limit} ${max}`);
  }
}

/** `structure` includes strings' quotes, `string` lies between them and cuts no escape. */
export type OnJsonRun = (kind: "structure" | "string", text: string) => void;

export interface JsonScanner {
  push(text: string): void;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** Places in an escape: after the backslash, then the four digits of `\uXXXX`. */
const AFTER_BACKSLASH = 1;
const LAST_DIGIT = 5;

/** `JSON.parse` has no limits. Does not validate. */
export function createJsonScanner(
  { maxDepth, maxValues }: JsonLimits,
  onRun?: OnJsonRun,
): JsonScanner {
  let depth = 0;
  let values = 1;
  let isInString = false;
  /** The bytes that a chunk's end has cut. */
  let carry = "";

  const open = () => {
    depth += 1;
    values += 1;
    if (depth > maxDepth) throw new JsonLimitExceeded("maxDepth", maxDepth);
  };

  return {
    push(piece) {
      const text = carry + piece;
      carry = "";
      let runStart = 0;
      let escape = 0;
      let escapeStart = 0;
      const endRun = (kind: "structure" | "string", end: number) => {
        if (onRun !== undefined && end > runStart) onRun(kind, text.slice(runStart, end));
        runStart = end;
      };
      for (let index = 0; index < text.length; index += 1) {
        const code = text.charCodeAt(index);
        if (isInString) {
          if (escape === AFTER_BACKSLASH) escape = code === LETTER_U ? AFTER_BACKSLASH + 1 : 0;
          else if (escape > 0) escape = escape === LAST_DIGIT ? 0 : escape + 1;
          else if (code === BACKSLASH) {
            escape = AFTER_BACKSLASH;
            escapeStart = index;
          } else if (code === QUOTE) {
            isInString = false;
            endRun("string", index);
          }
          continue;
        }
        switch (code) {
          case QUOTE:
            isInString = true;
            endRun("structure", index + 1);
            break;
          case 0x5b: // [
          case 0x7b: // {
            open();
            break;
          case 0x5d: // ]
          case 0x7d: // }
            depth -= 1;
            break;
          case 0x2c: // ,
            values += 1;
            break;
        }
        if (values > maxValues) throw new JsonLimitExceeded("maxValues", maxValues);
      }
      if (!isInString) return endRun("structure", text.length);
      endRun("string", escape > 0 ? escapeStart : text.length);
      carry = text.slice(runStart);
    },
  };
}
