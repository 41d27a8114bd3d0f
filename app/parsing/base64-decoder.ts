/** A decoded text; its bytes are null when the text is not base64. */
export class Base64Content {
  constructor(readonly bytes: Uint8Array | null) {}
}

export interface Base64Decoder {
  push(text: string): void;
  finish(): Base64Content;
}

const DATA_URL = /^data:[^,]{0,256};base64,/i;
/** The number exceeds the length of any `data:` prefix. */
const PREFIX_CHARACTERS = 300;
const ALPHABET = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** RFC 4648, both alphabets, padding optional, or a base64 data: URL. Ignores white space. */
export function createBase64Decoder(): Base64Decoder {
  const chunks: Buffer[] = [];
  let prefix: string | null = "";
  let rest = "";
  let padding = 0;
  let isValid = true;

  const decode = (text: string) => {
    const compact = text.replace(/\s+/g, "");
    if (compact === "" || !isValid) return;
    const characters = rest + compact;
    const end = characters.length - (characters.length % 4);
    const firstPadding = compact.indexOf("=");
    isValid =
      ALPHABET.test(compact) &&
      (padding === 0 || firstPadding === 0) &&
      (firstPadding === -1 || (padding += compact.length - firstPadding) <= 2);
    if (!isValid) return;
    chunks.push(Buffer.from(characters.slice(0, end), "base64"));
    rest = characters.slice(end);
  };
  const endPrefix = () => {
    const start = prefix ?? "";
    prefix = null;
    decode(start.slice(DATA_URL.exec(start)?.[0].length ?? 0));
  };

  return {
    push(text) {
      if (prefix === null) return decode(text);
      prefix += text;
      if (prefix.length >= PREFIX_CHARACTERS) endPrefix();
    },
    finish() {
      if (prefix !== null) endPrefix();
      const bytes = Buffer.concat([...chunks, Buffer.from(rest, "base64")]);
      return new Base64Content(isValid && bytes.byteLength > 0 ? bytes : null);
    },
  };
}

export function decodeBase64(text: string): Base64Content {
  const decoder = createBase64Decoder();
  decoder.push(text);
  return decoder.finish();
}
