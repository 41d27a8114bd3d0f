import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { ParameterOrJSON } from "postgres";
import type { ListingQuery } from "~/features/listing/listing-query";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import { listAnimeJson } from "~/features/listing/list-anime.server";

const dialect = new PgDialect();

export async function listingStatement(
  query: ListingQuery,
): Promise<{ text: string; parameters: ParameterOrJSON<never>[] }> {
  const sent: SQL[] = [];
  const recorder = {
    execute(statement: SQL) {
      sent.push(statement);
      return Promise.resolve([]);
    },
  };
  await listAnimeJson({ db: recorder } as unknown as CatalogDatabase, query);
  const [statement] = sent;
  if (statement === undefined) throw new Error("the listing sent no statement");
  const { sql, params } = dialect.sqlToQuery(statement);
  return { text: sql, parameters: params as ParameterOrJSON<never>[] };
}
