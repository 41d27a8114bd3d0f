import { answerInPlace } from "~/ui/forms/answer-in-place";
import type { PageAnswer } from "./page-change";

/** Sends a form from the page that shows its answer; without an answer the page says so and offers to send the same form again. */
export async function changeInPlace(request: Request, serverAction: () => Promise<unknown>) {
  const fields = [...(await request.clone().formData())].filter(
    (field): field is [string, string] => typeof field[1] === "string",
  );
  return answerInPlace(serverAction as () => Promise<PageAnswer>, (refused): PageAnswer => ({
    change: null,
    refused,
    again: Object.fromEntries(fields),
  }));
}
