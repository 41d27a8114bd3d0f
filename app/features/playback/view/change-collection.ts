const LIST = "/api/user/watchList";

/** Puts a title into a collection of the person's list, or takes it off the list (null). Answers whether that worked. */
export async function changeCollection(animeId: number, type: string | null): Promise<boolean> {
  const request =
    type === null
      ? fetch(`${LIST}?animeId=${animeId}`, { method: "DELETE" })
      : fetch(LIST, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ animeId, type }),
        });
  const response = await request.catch(() => null);
  return response?.ok === true;
}
