import type { Problem } from "./player-state";

/** Whether an answer means "later", not "never". */
export function isLater(status: number | undefined): boolean {
  return status === 429 || status === 503;
}

/** What a status says about the source. Without one nobody answered: the source is away, or the viewer is. */
export function problemOf(status: number | undefined): Problem {
  if (status === undefined || status === 0) return navigator.onLine ? "silent" : "offline";
  if (status === 404 || status === 410) return "gone";
  // Our proxy refuses with 400 what is no playlist and no media.
  if (status === 400) return "garbage";
  return isLater(status) ? "busy" : "error";
}

/** What is wrong with a file that the browser gave up. To the browser, an address that answers with an error is a file that it does not know, so we look ourselves. */
export async function fileProblem(
  url: string,
  { code, MEDIA_ERR_DECODE }: MediaError,
): Promise<Problem> {
  if (code === MEDIA_ERR_DECODE) return "damaged";
  const answer = await fetch(url, { headers: { range: "bytes=0-0" } }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true ? "garbage" : problemOf(answer?.status);
}
