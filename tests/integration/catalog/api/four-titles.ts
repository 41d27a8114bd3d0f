import type { Database } from "~db/client.server";
import { addAnimes } from "../../../factories/anime";

/** Three titles that share genres and studios, best scored first, and a mature one. */
export async function addFourAnimes(db: Database): Promise<void> {
  await addAnimes(
    db,
    {
      mal_id: 1,
      title: "First",
      genres: ["Action"],
      studios: ["Bones"],
      score: 9,
      synopsis: "long ".repeat(500),
    },
    {
      mal_id: 2,
      title: "Second",
      genres: ["Action", "Comedy"],
      studios: ["Bones", "MAPPA"],
      score: 8,
    },
    { mal_id: 3, title: "Third", genres: ["Comedy"], score: 7 },
    {
      mal_id: 4,
      title: "Mature",
      genres: ["Hentai"],
      rating: "Rx - Hentai",
      score: 6,
      studios: ["MAPPA"],
    },
  );
}
