import { countUsersOf, listOwnEpisodes } from "~/features/curation/own-title.server";
import { CORRECTABLE_FIELDS } from "~/features/import/corrections/correctable-fields";
import { getTitleFacts } from "~/features/import/corrections/correct-title.server";
import type { Database } from "~db/client.server";
import { toText } from "./title-facts.server";

/** Reads a title's facts and corrections. Throws `NotFound`. */
export async function loadTitle(db: Database, id: number, { isOwner }: { isOwner: boolean }) {
  const { facts, imported, withdrawn, isByHand } = await getTitleFacts(db, id);
  return {
    id,
    title: toText(facts.title),
    withdrawn,
    isOwner,
    byHand:
      isByHand && isOwner
        ? { episodes: await listOwnEpisodes(db, id), users: await countUsersOf(db, id) }
        : null,
    fields: CORRECTABLE_FIELDS.map((name) => ({
      name,
      text: toText(facts[name]),
      imported: name in imported ? toText(imported[name] ?? null) : null,
    })),
  };
}
