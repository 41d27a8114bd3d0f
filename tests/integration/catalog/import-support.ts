import type { SourceItem } from "~/features/import/source-item";

export async function* chunks(...parts: unknown[][]): AsyncGenerator<SourceItem[]> {
  let line = 0;
  for (const part of parts) {
    await Promise.resolve();
    yield part.map((value) => ({ at: { line: (line += 1) }, value }));
  }
}

/** The minimum of a row, and what the test is about. */
export function title(
  mal_id: number,
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  return { mal_id, title: `Title ${mal_id}`, ...fields };
}
