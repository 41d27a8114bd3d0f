import { answerInPlace } from "~/ui/forms/answer-in-place";
import type { ListChange } from "./list-form";

/** Changes an entry from the page that shows it; without an answer the page says so and offers to send the same form again. */
export async function changeInPlace(request: Request, serverAction: () => Promise<ListChange>) {
  const fields = [...(await request.clone().formData())].filter((field): field is [string, string] => typeof field[1] === "string");
  return answerInPlace(serverAction, (words): ListChange => ({ message: words, undo: null, again: Object.fromEntries(fields) }));
}
