import type { Problem } from "./player-state";

/** Whether the status asks for a retry. */
export function isRetryable(status: number | undefined): boolean {
  return status === 429 || status === 503;
}

/** No status means no response. */
export function toProblem(status: number | undefined): Problem {
  if (status === undefined || status === 0) return navigator.onLine ? "silent" : "offline";
  if (status === 404 || status === 410) return "gone";
  // The video proxy responds with 400 to anything but playlists and media.
  if (status === 400) return "garbage";
  return isRetryable(status) ? "busy" : "error";
}

/** A media element reports an HTTP error as an unsupported file, so the status is fetched again. */
export async function getFileProblem(
  url: string,
  { code, MEDIA_ERR_DECODE }: MediaError,
): Promise<Problem> {
  if (code === MEDIA_ERR_DECODE) return "damaged";
  const response = await fetch(url, { headers: { range: "bytes=0-0" } }).catch(() => null);
  await response?.body?.cancel();
  return response?.ok === true ? "garbage" : toProblem(response?.status);
}
