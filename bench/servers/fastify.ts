// A plain service of the listing, as one would write it with fastify and postgres.js: reads the query, asks, answers.
import fastify from "fastify";
import { parseListing } from "~/features/catalog/listing/listing-filters";
import { pageMeta } from "~/features/catalog/anime";
import { openDatabase } from "~db/client.server";
import { listingStatement } from "../support/listing-statement";

const { sql } = openDatabase(process.env["DATABASE_URL"] ?? "", {
  applicationName: "bench-fastify",
});
const app = fastify();

app.get("/api/animes/full", async (request, reply) => {
  const query = parseListing(new URL(request.url, "http://localhost").searchParams);
  const { text, parameters } = await listingStatement(query);
  const [row] = await sql.unsafe<{ total: string; data: string | null }[]>(text, parameters);
  const meta = pageMeta(Number(row?.total ?? 0), query.page, query.perPage);
  return reply
    .type("application/json; charset=utf-8")
    .send(`{"data":[${row?.data ?? ""}],"meta":${JSON.stringify(meta)}}`);
});

await app.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" });
