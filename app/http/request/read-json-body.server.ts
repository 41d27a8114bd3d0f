import { randomUUID } from "node:crypto";
import { Invalid } from "~/errors/app-error";
import type { ErrorMessage } from "~/i18n/error-message";
import {
  createBase64Decoder,
  type Base64Content,
  type Base64Decoder,
} from "~/parsing/base64-decoder";
import { createJsonScanner, JsonLimitExceeded } from "~/parsing/json-scanner";
import { JSON_LIMITS, MAX_SHORT_TEXT, totalBytes, type BodyLimits } from "./body-limits";
import { bodyTooLarge, readChunks } from "./read-bytes.server";

/** Decodes a long base64 text while it arrives. Undefined for an empty body. */
export async function readJsonBody(request: Request, limits: BodyLimits): Promise<unknown> {
  const reader = createJsonReader(limits);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isEmpty = true;
  for await (const chunk of readChunks(request, totalBytes(limits))) {
    isEmpty &&= chunk.byteLength === 0;
    parse(() => reader.push(decoder.decode(chunk, { stream: true })));
  }
  return isEmpty
    ? undefined
    : parse(() => {
        reader.push(decoder.decode());
        return reader.finish();
      });
}

function parse<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    // TextDecoder throws TypeError, JSON.parse SyntaxError.
    if (error instanceof TypeError || error instanceof SyntaxError)
      throw invalid("body.invalidJson");
    if (!(error instanceof JsonLimitExceeded)) throw error;
    const key = error.limit === "maxDepth" ? "body.tooDeep" : "body.tooManyValues";
    throw invalid({ key, values: { max: error.max } });
  }
}

function invalid(message: ErrorMessage): Invalid {
  return new Invalid([{ path: "", message }]);
}

function createJsonReader({ text: maxText, base64: maxBase64 }: BodyLimits) {
  const parts: string[] = [];
  let partsLength = 0;
  let string: string[] = [];
  let stringLength = 0;
  let decoder: Base64Decoder | null = null;
  let content: Base64Content | null = null;
  const placeholder = randomUUID();

  const append = (text: string) => {
    parts.push(text);
    partsLength += text.length;
  };
  const endString = () => {
    if (decoder === null) for (const run of string) append(run);
    else {
      content = decoder.finish();
      decoder = null;
      append(placeholder);
    }
    string = [];
    stringLength = 0;
  };
  const addToString = (run: string) => {
    stringLength += run.length;
    if (decoder !== null) {
      if (stringLength > (maxBase64 ?? 0)) throw bodyTooLarge(maxBase64 ?? 0);
      return decoder.push(unescape(run));
    }
    string.push(run);
    if (maxBase64 === undefined || content !== null || stringLength <= MAX_SHORT_TEXT) return;
    decoder = createBase64Decoder();
    for (const start of string) decoder.push(unescape(start));
  };
  const scanner = createJsonScanner(JSON_LIMITS, (kind, run) => {
    if (kind === "string") addToString(run);
    else {
      endString();
      append(run);
    }
    if (partsLength + (decoder === null ? stringLength : 0) > maxText) throw bodyTooLarge(maxText);
  });

  return {
    push: (text: string) => scanner.push(text),
    finish(): unknown {
      let isFound = content === null;
      const value: unknown = JSON.parse(parts.join(""), (_, text: unknown) => {
        if (text !== placeholder) return text;
        isFound = true;
        return content;
      });
      // A property name is not a value.
      if (!isFound) throw bodyTooLarge(maxText);
      return value;
    },
  };
}

function unescape(run: string): string {
  return JSON.parse(`"${run}"`) as string;
}
