import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { parseInput } from "~/http/request/read-body.server";

/** Defaults to the first choice. Throws `Invalid`. */
export function parseChoice<Choice extends string>(
  url: URL,
  name: string,
  choices: readonly [Choice, ...Choice[]],
  fallback: Choice = choices[0],
): Choice {
  const value = url.searchParams.get(name) ?? "";
  const message = zodMessage({
    key: "field.choice",
    values: { field: name, choices: choices.join(", ") },
  });
  const parsed = parseInput(z.record(z.string(), z.enum(choices, message)), {
    [name]: value === "" ? fallback : value,
  });
  return parsed[name] ?? fallback;
}

export function fileResponse(text: string, type: string, name: string): Response {
  return new Response(text, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
    },
  });
}
