import { href } from "react-router";

const WATCH_LIST_URL = href("/api/user/watchList");

/**
 * Changes the title's state in the watch list, or removes it for null. Returns whether it
 * succeeded.
 */
export async function setCollection(animeId: number, type: string | null): Promise<boolean> {
  const request =
    type === null
      ? fetch(`${WATCH_LIST_URL}?animeId=${animeId}`, { method: "DELETE" })
      : fetch(WATCH_LIST_URL, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ animeId, type }),
        });
  const response = await request.catch(() => null);
  return response?.ok === true;
}
