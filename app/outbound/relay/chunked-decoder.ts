import { unreadable } from "./response-head";

/** Undoes the chunked coding (RFC 9112 section 7.1) of bytes as they come. */
export interface ChunkedDecoder {
  /**
   * Hands on the body's bytes among `bytes`, as views of them. Returns how many of them belonged to the body's coding: fewer than given once
   * it is `done`. Throws `UpstreamFailed` for what is not chunked.
   */
  write(bytes: Buffer, deliver: (part: Buffer) => void): number;
  readonly done: boolean;
}

/** The most bytes of a size line or of all trailers together. Extensions and trailers are read over. */
const MAX_LINE_BYTES = 4096;
const SIZE_LINE = /^([0-9a-f]{1,13})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i;

export function createChunkedDecoder(): ChunkedDecoder {
  let state: "size" | "data" | "end of data" | "trailers" | "done" = "size";
  let left = 0;
  let line = "";
  let trailerBytes = 0;

  /** Takes bytes up to a line's end. The line is complete when the result is not null. */
  function readLine(bytes: Buffer, from: number): { text: string | null; next: number } {
    const end = bytes.indexOf(0x0a, from);
    const next = end === -1 ? bytes.length : end + 1;
    line += bytes.toString("latin1", from, next);
    if (line.length > MAX_LINE_BYTES) throw unreadable();
    if (end === -1) return { text: null, next };
    if (!line.endsWith("\r\n")) throw unreadable();
    const text = line.slice(0, -2);
    line = "";
    return { text, next };
  }

  function lineEnded(text: string): void {
    if (state === "size") {
      const size = SIZE_LINE.exec(text)?.[1];
      if (size === undefined) throw unreadable();
      left = Number.parseInt(size, 16);
      state = left === 0 ? "trailers" : "data";
    } else if (state === "end of data") {
      if (text !== "") throw unreadable();
      state = "size";
    } else if (text === "") state = "done";
    else if ((trailerBytes += text.length) > MAX_LINE_BYTES) throw unreadable();
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
    get done() {
      return state === "done";
    },
  };
}
