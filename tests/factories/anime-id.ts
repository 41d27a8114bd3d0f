import type { Anime } from "~/features/catalog/anime";
import type { Database } from "~db/client.server";
import { addAnimes } from "./anime";

export async function addAnimeId(db: Database, fields: Partial<Anime> = {}): Promise<number> {
  const [added] = await addAnimes(db, fields);
  if (added === undefined) throw new Error("The anime was not added.");
  return added.mal_id;
}
