import { malformedResponse } from "~/outbound/outbound-error";
import { parseField } from "./response-head";

export interface ChunkedDecoder {
  /**
   * `deliver` gets views. Returns the bytes consumed. Throws `UpstreamFailed` for malformed input.
   */
  write(bytes: Buffer, deliver: (part: Buffer) => void): number;
  isDone(): boolean;
}

const MAX_LINE_BYTES = 4096;
const SIZE_LINE = /^([0-9a-f]{1,13})(?:;[!#$%&'*+.^_`|~0-9a-z-]+(?:=[!#$%&'*+.^_`|~0-9a-z-]+)?)*$/i;

const FRAMING = new Set(["content-length", "transfer-encoding"]);

export function createChunkedDecoder(): ChunkedDecoder {
  let state: "size" | "data" | "end of data" | "trailers" | "done" = "size";
  let left = 0;
  let line = "";
  let trailerBytes = 0;

  function readLine(bytes: Buffer, from: number): { text: string | null; next: number } {
    const end = bytes.indexOf(0x0a, from);
    const next = end === -1 ? bytes.length : end + 1;
    line += bytes.toString("latin1", from, next);
    if (line.length > MAX_LINE_BYTES) throw malformedResponse();
    if (end === -1) return { text: null, next };
    if (!line.endsWith("\r\n")) throw malformedResponse();
    const text = line.slice(0, -2);
    line = "";
    return { text, next };
  }

  function lineEnded(text: string): void {
    if (state === "size") {
      const size = SIZE_LINE.exec(text)?.[1];
      if (size === undefined) throw malformedResponse();
      left = Number.parseInt(size, 16);
      state = left === 0 ? "trailers" : "data";
    } else if (state === "end of data") {
      if (text !== "") throw malformedResponse();
      state = "size";
    } else if (text === "") state = "done";
    else {
      // Framing fields in trailers could desynchronize parsers.
      if (FRAMING.has(parseField(text).name)) throw malformedResponse();
      trailerBytes += text.length;
      if (trailerBytes > MAX_LINE_BYTES) throw malformedResponse();
    }
  }

  return {
    write(bytes, deliver) {
      let at = 0;
      while (at < bytes.length && state !== "done") {
        if (state === "data") {
          const part = bytes.subarray(at, at + left);
          at += part.length;
          left -= part.length;
          if (left === 0) state = "end of data";
          deliver(part);
        } else {
          const { text, next } = readLine(bytes, at);
          at = next;
          if (text !== null) lineEnded(text);
        }
      }
      return at;
    },
    isDone: () => state === "done",
  };
}
