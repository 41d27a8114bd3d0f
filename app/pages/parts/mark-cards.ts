import { isPlainObject } from "~/features/catalog/spoilers/mask-scores";
import type { PlayMarkData } from "~/features/catalog/view/cards/play-mark";

/** A copy of a page's data whose cards have the marks of their titles. */
export function markCards<Data>(data: Data, markOf: (id: number) => PlayMarkData | null): Data {
  return withMarks(data, markOf) as Data;
}

function withMarks(value: unknown, markOf: (id: number) => PlayMarkData | null): unknown {
  if (Array.isArray(value)) return value.map((part) => withMarks(part, markOf));
  if (!isPlainObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) copy[name] = withMarks(value[name], markOf);
  if (typeof copy["id"] !== "number" || !("path" in copy && "color" in copy)) return copy;
  const mark = markOf(copy["id"]);
  return mark === null ? copy : { ...copy, plays: mark };
}
