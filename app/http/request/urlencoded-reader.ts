import {
  createBase64Decoder,
  type Base64Content,
  type Base64Decoder,
} from "~/parsing/base64-decoder";
import { MAX_SHORT_TEXT } from "./body-limits";
import { bodyTooLarge } from "./read-bytes.server";

interface UrlencodedOptions {
  maxText: number;
  /** The limit for base64; undefined where it is not allowed. */
  maxBase64: number | undefined;
  onField: (name: string, value: string | Base64Content) => void;
}

/** Matches an escape that a chunk's end has cut. */
const CUT = /%[0-9A-Fa-f]?$/;

/** WHATWG URL section 5.1, incrementally. */
export function createUrlencodedReader({ maxText, maxBase64, onField }: UrlencodedOptions) {
  let field = "";
  let textLength = 0;
  let base64Length = 0;
  let decoder: Base64Decoder | null = null;
  let carry = "";

  const addToField = (piece: string) => {
    if (decoder !== null) return addToBase64(piece);
    field += piece;
    textLength += piece.length;
    if (maxBase64 !== undefined && base64Length === 0) startBase64();
    if (textLength > maxText) throw bodyTooLarge(maxText);
  };
  const startBase64 = () => {
    const valueStart = field.indexOf("=") + 1;
    const value = field.slice(valueStart);
    if (valueStart === 0 || value.length <= MAX_SHORT_TEXT) return;
    field = field.slice(0, valueStart);
    textLength -= value.length;
    decoder = createBase64Decoder();
    addToBase64(value);
  };
  const addToBase64 = (piece: string) => {
    base64Length += piece.length;
    if (base64Length > (maxBase64 ?? 0)) throw bodyTooLarge(maxBase64 ?? 0);
    const text = carry + piece;
    carry = CUT.exec(text)?.[0] ?? "";
    decoder?.push(decodePercent(text.slice(0, text.length - carry.length)));
  };
  const endField = () => {
    const [[name, value] = []] = new URLSearchParams(toParameter(field));
    field = "";
    if (name !== undefined && value !== undefined)
      onField(name, decoder === null ? value : decoder.finish());
    decoder = null;
    carry = "";
  };

  return {
    /** Reads a piece of the body, whose bytes are Latin-1. */
    push(piece: string): void {
      let start = 0;
      for (let end = piece.indexOf("&"); end !== -1; end = piece.indexOf("&", start)) {
        addToField(piece.slice(start, end));
        endField();
        textLength += 1;
        start = end + 1;
      }
      addToField(piece.slice(start));
    },
    end: endField,
  };
}

/** The ampersand keeps a leading question mark. */
function toParameter(field: string): string {
  return `&${field.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)}`;
}

function decodePercent(text: string): string {
  return text
    .replaceAll("+", " ")
    .replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
}
