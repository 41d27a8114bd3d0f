import type { Viewer } from "~/features/catalog/visibility.server";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import type { Operation } from "~/http/api/endpoint";
import type { Database } from "~db/client.server";
import { cachedResponse } from "./cached-response.server";
import { CATALOG_FRESHNESS } from "./freshness";

/** Responds with what `read` finds for the id of the first parameter that is given. */
export function cachedById(
  name: string,
  parameterNames: readonly [string, ...string[]],
  read: (db: Database, options: Viewer & { id: number }) => Promise<unknown>,
): Pick<Operation, "ready" | "handle"> {
  return cachedResponse({
    name,
    freshness: CATALOG_FRESHNESS,
    parse(parameters, { db }, { parentalControl }) {
      const reader = new ParameterReader(parameters);
      const id = reader.requiredInteger(parameterNames);
      reader.throwIfInvalid();
      return {
        queryKey: `${id} ${String(parentalControl)}`,
        produce: async () => ({
          json: JSON.stringify({ data: await read(db, { id, parentalControl }) }),
        }),
      };
    },
  });
}
